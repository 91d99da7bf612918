package fencepost.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a cluster says of itself at its REST address. */
record Overview(int workers, int slots, int free, int jobs) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static Overview of(String host, int port) throws IOException {
    String json = get(host, port, "/overview");
    return new Overview(
        number(json, "taskmanagers"),
        number(json, "slots-total"),
        number(json, "slots-available"),
        number(json, "jobs-running"));
  }

  static String get(String host, int port, String path) throws IOException {
    try {
      URI address = new URI("http", null, host, port, path, null, null);
      HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
      HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static int number(String json, String name) throws IOException {
    Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!matcher.find()) {
      throw new IOException("what answers there is not Flink");
    }
    return Integer.parseInt(matcher.group(1));
  }

  @Override
  public String toString() {
    return String.format("%d workers, %d of %d slots free, %d jobs", workers, free, slots, jobs);
  }
}
