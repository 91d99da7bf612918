package fencepost.frontend.gaspi;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.StrandClock;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.gaspi.Notification.Post;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whose notification was seen. Strands are numbered; times are small integers. */
class NotificationTest {
  private final Notification notification = new Notification();
  private final List<StrandClock> clocks = new ArrayList<>();

  private StrandClock clock(int strand) {
    while (clocks.size() <= strand) {
      clocks.add(new StrandClock(clocks.size()));
    }
    return clocks.get(strand);
  }

  private Post post(int strand, long value, long time) {
    return post(strand, value, time, Set.of());
  }

  /** One that is delivered after the effects. */
  private Post post(int strand, long value, long time, Set<Effect> effects) {
    Provenance.Arrival arrival = () -> effects;
    Provenance tells = new Provenance(clock(strand).signal(), List.of(arrival));
    Post post = new Post(value, time, strand, tells);
    notification.add(post);
    return post;
  }

  private static Effect write(int number) {
    return new Effect(
        AccessKind.REMOTE_WRITE, 1, Region.of(number, 1), 0, number, 0, null, number, null, null);
  }

  @Test
  void theOnlyPostIsTheOneThatIsSeen() {
    Post post = post(0, 1, 10);
    assertThat(notification.set(20)).isSameAs(post.tells);
    assertThat(notification.taken(1, 21)).isSameAs(post.tells);
  }

  @Test
  void whatIsPostedLaterIsNotSeen() {
    post(0, 1, 30);
    assertThat(notification.set(20)).isNull();
  }

  @Test
  void whatWasTakenIsNotSeenAgain() {
    post(0, 1, 10);
    notification.taken(1, 20);
    Post next = post(0, 1, 30);
    assertThat(notification.taken(1, 40)).isSameAs(next.tells);
  }

  @Test
  void whatIsNotTakenStays() {
    Post first = post(0, 1, 10);
    assertThat(notification.set(20)).isSameAs(first.tells);
    post(1, 2, 30);
    assertThat(notification.set(40)).isNull(); // it may still be the first
    assertThat(notification.taken(1, 50)).isSameAs(first.tells);
  }

  @Test
  void theValueTellsWhoseItWas() {
    post(0, 1, 10);
    Post second = post(1, 2, 10);
    assertThat(notification.taken(2, 20)).isSameAs(second.tells);
  }

  @Test
  void anOverwrittenOneStaysPossibleWhileNothingIsKnownOfItsOrder() {
    Post first = post(0, 1, 10);
    post(1, 2, 10);
    notification.taken(2, 20);
    assertThat(notification.taken(1, 30)).isSameAs(first.tells);
  }

  @Test
  void earlierPostsOfTheSameSenderAreOutOfDate() {
    post(0, 1, 10);
    post(0, 2, 11);
    Post third = post(0, 3, 12);
    assertThat(notification.taken(3, 20)).isSameAs(third.tells);
    assertThat(notification.taken(1, 30)).isNull();
  }

  @Test
  void twoThatCannotBeToldApartHaveOnlyTheirPastInCommon() {
    clock(2);
    var past = clock(2).signal();
    clock(0).learn(past);
    clock(1).learn(past);
    post(0, 1, 10);
    post(1, 1, 11);
    Provenance observation = notification.taken(1, 20);
    assertThat(observation).isNotNull();
    assertThat(observation.signal().covers(2, past.timeOf(2))).isTrue();
    assertThat(observation.signal().timeOf(0)).isZero();
    assertThat(observation.signal().timeOf(1)).isZero();
  }

  @Test
  void whatTwoThatCannotBeToldApartBothDeliverHasArrived() {
    Effect first = write(1);
    Effect second = write(2);
    Effect third = write(3);
    Post one = post(0, 1, 10, Set.of(first, third));
    post(0, 1, 11, Set.of(first, second));
    Provenance observation = notification.set(20);
    assertThat(observation).isNotNull();
    assertThat(observation.effects()).containsExactly(first);
    assertThat(observation.signal().timeOf(0)).isEqualTo(one.tells.signal().timeOf(0));
  }

  @Test
  void whenAsManyAreTakenAsWerePostedAllAreKnown() {
    Post first = post(0, 1, 10);
    Post second = post(1, 1, 11);
    notification.taken(1, 20);
    Provenance both = notification.taken(1, 30);
    assertThat(both).isNotNull();
    assertThat(both.signal().timeOf(0)).isEqualTo(first.tells.signal().timeOf(0));
    assertThat(both.signal().timeOf(1)).isEqualTo(second.tells.signal().timeOf(1));
    assertThat(notification.taken(1, 40)).isNull();
  }

  @Test
  void aReadCanHaveAnyValue() {
    Post read = post(0, Notification.ANY, 10);
    assertThat(notification.taken(1, 20)).isSameAs(read.tells);
  }
}
