package fencepost.frontend.gaspi;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.StrandClock;
import fencepost.frontend.gaspi.Notification.Observation;
import fencepost.frontend.gaspi.Notification.Post;
import java.util.ArrayList;
import java.util.List;
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
    Post post = new Post(value, time, strand, clock(strand).signal(), (execution, observer) -> {});
    notification.add(post);
    return post;
  }

  private static void assertNothing(Observation observation) {
    assertThat(observation.seen()).isEmpty();
    assertThat(observation.common()).isNull();
  }

  @Test
  void theOnlyPostIsTheOneThatIsSeen() {
    Post post = post(0, 1, 10);
    assertThat(notification.set(20).seen()).containsExactly(post);
    assertThat(notification.taken(1, 21).seen()).containsExactly(post);
  }

  @Test
  void whatIsPostedLaterIsNotSeen() {
    post(0, 1, 30);
    assertNothing(notification.set(20));
  }

  @Test
  void whatWasTakenIsNotSeenAgain() {
    post(0, 1, 10);
    notification.taken(1, 20);
    Post next = post(0, 1, 30);
    assertThat(notification.taken(1, 40).seen()).containsExactly(next);
  }

  @Test
  void whatIsNotTakenStays() {
    Post first = post(0, 1, 10);
    assertThat(notification.set(20).seen()).containsExactly(first);
    post(1, 2, 30);
    assertNothing(notification.set(40)); // it may still be the first
    assertThat(notification.taken(1, 50).seen()).containsExactly(first);
  }

  @Test
  void theValueTellsWhoseItWas() {
    post(0, 1, 10);
    Post second = post(1, 2, 10);
    assertThat(notification.taken(2, 20).seen()).containsExactly(second);
  }

  @Test
  void anOverwrittenOneStaysPossibleWhileNothingIsKnownOfItsOrder() {
    Post first = post(0, 1, 10);
    post(1, 2, 10);
    notification.taken(2, 20);
    assertThat(notification.taken(1, 30).seen()).containsExactly(first);
  }

  @Test
  void earlierPostsOfTheSameSenderAreOutOfDate() {
    post(0, 1, 10);
    post(0, 2, 11);
    Post third = post(0, 3, 12);
    assertThat(notification.taken(3, 20).seen()).containsExactly(third);
    assertNothing(notification.taken(1, 30));
  }

  @Test
  void twoThatCannotBeToldApartHaveOnlyTheirPastInCommon() {
    clock(2);
    var past = clock(2).signal();
    clock(0).learn(past);
    clock(1).learn(past);
    post(0, 1, 10);
    post(1, 1, 11);
    Observation observation = notification.taken(1, 20);
    assertThat(observation.seen()).isEmpty();
    assertThat(observation.common()).isNotNull();
    assertThat(observation.common().covers(2, past.timeOf(2))).isTrue();
    assertThat(observation.common().timeOf(0)).isZero();
    assertThat(observation.common().timeOf(1)).isZero();
  }

  @Test
  void whenAsManyAreTakenAsWerePostedAllAreKnown() {
    Post first = post(0, 1, 10);
    Post second = post(1, 1, 11);
    notification.taken(1, 20);
    assertThat(notification.taken(1, 30).seen()).containsExactlyInAnyOrder(first, second);
    assertNothing(notification.taken(1, 40));
  }

  @Test
  void aReadCanHaveAnyValue() {
    Post read = post(0, Notification.ANY, 10);
    assertThat(notification.taken(1, 20).seen()).containsExactly(read);
  }
}
