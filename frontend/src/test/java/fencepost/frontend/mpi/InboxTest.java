package fencepost.frontend.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InboxTest {
  private static final int TAG = 1;
  private static final long TOKEN = 7;

  private final Inbox inbox = new Inbox();

  @BeforeEach
  void post() {
    inbox.post();
  }

  @Test
  void messagesThatLookTheSameMayChangePlaces() {
    Object first = inbox.rowOf(TAG, TOKEN);
    assertThat(first).isNotNull();
    assertThat(inbox.rowOf(TAG, TOKEN)).isSameAs(first);
  }

  @Test
  void messagesWithOtherContentsOrTagsMayNot() {
    Object first = inbox.rowOf(TAG, TOKEN);
    assertThat(inbox.rowOf(TAG, TOKEN + 1)).isNotSameAs(first);
    assertThat(inbox.rowOf(TAG + 1, TOKEN + 1)).isNotSameAs(inbox.rowOf(TAG, TOKEN + 1));
  }

  @Test
  void aMessageThatTheProgramKnowsMoreOfComesBetweenThem() {
    Object first = inbox.rowOf(TAG, TOKEN);
    inbox.endRow();
    assertThat(inbox.rowOf(TAG, TOKEN)).isNotSameAs(first);
  }

  @Test
  void anotherReceiveThatIsPostedMayTakeTheMessage() {
    Object first = inbox.rowOf(TAG, TOKEN);
    inbox.post();
    assertThat(inbox.rowOf(TAG, TOKEN)).isNull();
    inbox.complete();
    assertThat(inbox.rowOf(TAG, TOKEN)).isNotNull().isNotSameAs(first);
  }
}
