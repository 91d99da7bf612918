package fencepost.frontend.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.frontend.mpi.Channel.Message;
import org.junit.jupiter.api.Test;

/** Which send meets which receive (MPI 4.1, 3.5). */
class ChannelTest {
  private final Channel channel = new Channel();

  @Test
  void messagesDoNotOvertakeEachOther() {
    Message first = channel.send();
    Message second = channel.send();
    assertThat(channel.receive()).isSameAs(first);
    assertThat(channel.receive()).isSameAs(second);
  }

  @Test
  void receivesThatWerePostedFirstGetWhatIsSentLater() {
    Message first = channel.receive();
    Message second = channel.receive();
    assertThat(channel.send()).isSameAs(first);
    assertThat(channel.send()).isSameAs(second);
  }

  @Test
  void aProbeSeesTheMessageThatTheNextReceiveGets() {
    assertThat(channel.peekReceive()).isNull();
    Message message = channel.send();
    assertThat(channel.peekReceive()).isSameAs(message);
    assertThat(channel.receive()).isSameAs(message);
    assertThat(channel.peekReceive()).isNull();
  }

  @Test
  void aCancelledReceiveLeavesItsMessageToTheNext() {
    Message cancelled = channel.receive();
    Message next = channel.receive();
    cancelled.receiveCancelled();
    assertThat(channel.send()).isSameAs(next);
  }

  @Test
  void aReceiveThatWasCancelledAlthoughTheSendIsKnownLeavesItsMessageToo() {
    Message sent = channel.send();
    channel.receive().receiveCancelled();
    assertThat(channel.receive()).isSameAs(sent);
  }

  @Test
  void aCancelledSendIsNotReceived() {
    channel.send().sendCancelled();
    Message next = channel.send();
    assertThat(channel.receive()).isSameAs(next);
  }
}
