package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.RunReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that shows a run: only for who was told its address, and only on this machine. */
class WatchPageTest {
  private static final RunReport REPORT =
      new RunReport("mpi", "prog", 2, true, List.of(), 0, List.of(), Map.of("events", 7));

  private static String answer(URI address, String path, String host) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      String request = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";
      socket
          .getOutputStream()
          .write(request.formatted(path, host).getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theRightAddressShowsTheRun() throws IOException {
    try (WatchPage page = new WatchPage()) {
      page.show(new RunInView.Ended(REPORT));
      URI address = URI.create(page.address());
      assertThat(answer(address, address.getPath(), address.getAuthority()))
          .startsWith("HTTP/1.1 200")
          .contains("Cache-control: no-store", "connect-src");
      assertThat(answer(address, address.getPath() + "state.json", address.getAuthority()))
          .contains("\"over\" : true", "No race found");
    }
  }

  @Test
  void everyOtherAddressIsUnknown() throws IOException {
    try (WatchPage page = new WatchPage()) {
      URI address = URI.create(page.address());
      assertThat(address.getPath()).matches("/[0-9a-f]{32}/");
      for (String path :
          List.of("/", "/state.json", address.getPath() + "../etc", "/x/data.json")) {
        assertThat(answer(address, path, address.getAuthority())).startsWith("HTTP/1.1 404");
      }
      assertThat(answer(address, address.getPath(), "evil.example:" + address.getPort()))
          .as("another name for this machine")
          .startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void itListensOnTheLoopbackAddressOnly() throws IOException {
    try (WatchPage page = new WatchPage()) {
      int port = URI.create(page.address()).getPort();
      for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress other : Collections.list(device.getInetAddresses())) {
          if (!other.isLoopbackAddress()) {
            assertThat(isOpen(other, port)).as(other.toString()).isFalse();
          }
        }
      }
    }
  }

  @Test
  void aRaceIsShownWhileTheRunGoesOn(@TempDir Path directory) throws IOException {
    FaultTool tool = new FaultTool(directory);
    FaultTool.Running run = tool.start("--watch -n 2", "wait");
    String line = tool.output().lines().filter(l -> l.contains("http://")).findFirst().orElse("");
    URI address = URI.create(line.replaceFirst(".*(http://)", "$1"));
    FaultTool.await("the race", () -> state(address).contains("\"races\" : 1"));
    assertThat(state(address)).contains("\"over\" : false", "1 race so far");
    assertThat(answer(address, address.getPath() + "data.json", address.getAuthority()))
        .contains("\"rule\":\"target-access\"");
    Files.createFile(tool.file("go"));
    FaultTool.await("the end", () -> state(address).contains("\"over\" : true"));
    assertThat(run.exit()).isEqualTo(ExitCode.RACES);
  }

  private static String state(URI address) throws IOException {
    return answer(address, address.getPath() + "state.json", address.getAuthority());
  }

  private static boolean isOpen(InetAddress address, int port) {
    try (Socket socket = new Socket(address, port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
