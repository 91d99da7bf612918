package fencepost.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One tab of a Chromium without a window, spoken to by the DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long PATIENCE = 60;

  /** Keys that are not characters, with their codes. */
  private static final Map<String, Integer> KEYS =
      Map.of("Tab", 9, "Enter", 13, "ArrowDown", 40, "ArrowRight", 39);

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private volatile CompletableFuture<Boolean> loaded = new CompletableFuture<>();

  /** The browser of Debian; null if it is not installed. */
  static @Nullable String program() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .filter(file -> Files.isExecutable(Path.of(file)))
        .findFirst()
        .orElse(null);
  }

  Browser(String program) throws Exception {
    profile = Files.createTempDirectory("fencepost-browser-");
    process =
        new ProcessBuilder(
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(tab()), new Listener())
            .get(PATIENCE, TimeUnit.SECONDS);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", MAPPER.createObjectNode());
    }
  }

  /** Where the first tab listens; the browser writes its port when it is ready. */
  private String tab() throws Exception {
    Path port = profile.resolve("DevToolsActivePort");
    for (long i = 0; !Files.exists(port) || Files.readAllLines(port).size() < 2; i++) {
      if (i > PATIENCE * 20 || !process.isAlive()) {
        throw new IOException("no browser: " + Files.readString(profile.resolve("log")));
      }
      Thread.sleep(50);
    }
    URI list = URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/list");
    for (long i = 0; i < PATIENCE * 20; i++) {
      String text =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      for (JsonNode target : MAPPER.readTree(text)) {
        if (target.path("type").asText().equals("page")) {
          return target.path("webSocketDebuggerUrl").asText();
        }
      }
      Thread.sleep(50);
    }
    throw new IOException("the browser has no page");
  }

  /** Hears answers, and whatever the page complains about. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean end) {
      text.append(part);
      if (end) {
        hear(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void hear(String text) {
    try {
      JsonNode message = MAPPER.readTree(text);
      if (message.has("id")) {
        CompletableFuture<JsonNode> answer = answers.remove(message.get("id").asInt());
        if (answer != null) {
          answer.complete(message);
        }
        return;
      }
      JsonNode given = message.path("params");
      switch (message.path("method").asText()) {
        case "Page.loadEventFired" -> loaded.complete(true);
        case "Runtime.exceptionThrown" -> troubles.add(given.toString());
        case "Log.entryAdded" -> troubles.add(given.at("/entry/text").asText());
        case "Runtime.consoleAPICalled" -> troubles.add("console: " + given.path("args"));
        case "Network.requestWillBeSent" -> {
          String address = given.at("/request/url").asText();
          if (!address.startsWith("file:")
              && !address.startsWith("data:")
              && !address.startsWith("http://127.0.0.1")) {
            troubles.add("fetches " + address);
          }
        }
        default -> {}
      }
    } catch (IOException e) {
      troubles.add(e.toString());
    }
  }

  private JsonNode send(String method, ObjectNode parameters) throws Exception {
    int id = last.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    socket.sendText(message.toString(), true).get(PATIENCE, TimeUnit.SECONDS);
    JsonNode result = answer.get(PATIENCE, TimeUnit.SECONDS);
    if (result.has("error")) {
      throw new IOException(method + ": " + result.get("error"));
    }
    return result.path("result");
  }

  /** Opens a page; returns how many milliseconds it took until its races could be seen. */
  double open(Path file) throws Exception {
    return open(file.toUri().toString());
  }

  double open(String address) throws Exception {
    loaded = new CompletableFuture<>();
    long start = System.nanoTime();
    send("Page.navigate", MAPPER.createObjectNode().put("url", address));
    loaded.get(PATIENCE, TimeUnit.SECONDS);
    evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    return (System.nanoTime() - start) / 1e6;
  }

  /** The value of an expression in the page. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            MAPPER
                .createObjectNode()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.at("/result/value");
  }

  /** Presses and releases a key: a character, or one with a name. */
  void press(String key) throws Exception {
    ObjectNode down = MAPPER.createObjectNode().put("type", "keyDown").put("key", key);
    if (KEYS.containsKey(key)) {
      down.put("windowsVirtualKeyCode", KEYS.get(key)).put("code", key);
      if (key.equals("Enter")) {
        down.put("text", "\r");
      }
    } else {
      down.put("text", key);
    }
    send("Input.dispatchKeyEvent", down);
    send("Input.dispatchKeyEvent", down.deepCopy().put("type", "keyUp"));
  }

  void type(String text) throws Exception {
    for (int i = 0; i < text.length(); i++) {
      press(text.substring(i, i + 1));
    }
  }

  void dark(boolean on) throws Exception {
    ObjectNode media = MAPPER.createObjectNode();
    media
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", on ? "dark" : "light");
    send("Emulation.setEmulatedMedia", media);
  }

  void size(int width, int height) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        MAPPER
            .createObjectNode()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
  }

  /** The page as it would be printed, in PDF. */
  byte[] print() throws Exception {
    return Base64.getDecoder()
        .decode(send("Page.printToPDF", MAPPER.createObjectNode()).path("data").asText());
  }

  void screenshot(Path file) throws Exception {
    ObjectNode how = MAPPER.createObjectNode().put("format", "png");
    Files.write(
        file,
        Base64.getDecoder().decode(send("Page.captureScreenshot", how).path("data").asText()));
  }

  /** What the console or the network has shown. */
  List<String> troubles() {
    return troubles;
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    NativeLibrary.delete(profile);
  }
}
