package fencepost.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fencepost.report.HtmlReport;
import fencepost.report.RunReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The report of a run that is going on, as a page on this machine. It listens on the loopback
 * address only, and answers only who knows the random part of its address, by that address: a page
 * of somebody else in the same browser can neither guess it nor reach it under another name.
 */
final class WatchPage implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int TOKEN_BYTES = 16;
  private static final long SOMEBODY_LOOKS = 3_000_000_000L;
  private static final long LAST_LOOK_MAY_TAKE = 2_000_000_000L;

  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "watch");
            made.setDaemon(true);
            return made;
          });
  private final String path;
  private volatile Run run = new NothingYet();
  private volatile long lastAsked;
  private volatile boolean toldEnd;

  /** What is shown; asked for by another thread than that of the analysis. */
  interface Run {
    /** How far it is, in a line. */
    String progress();

    /** How many pairs of places have raced. */
    int races();

    /** All that is known by now. */
    RunReport report();

    boolean isOver();
  }

  private record NothingYet() implements Run {
    @Override
    public String progress() {
      return "the program has not been started yet";
    }

    @Override
    public int races() {
      return 0;
    }

    @Override
    public RunReport report() {
      return new RunReport("", "", 0, false, List.of(), 0, List.of(), Map.of());
    }

    @Override
    public boolean isOver() {
      return false;
    }
  }

  WatchPage() throws IOException {
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    path = "/" + HexFormat.of().formatHex(token) + "/";
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), 0);
    server.setExecutor(thread);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://" + host() + path;
  }

  private String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  void show(Run other) {
    run = other;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String asked = exchange.getRequestURI().getPath();
      boolean known =
          exchange.getRequestMethod().equals("GET")
              && host().equals(exchange.getRequestHeaders().getFirst("Host"));
      if (known && asked.equals(path)) {
        send(exchange, "text/html; charset=utf-8", HtmlReport.live(run.report()));
      } else if (known && asked.equals(path + "state.json")) {
        Run now = run;
        lastAsked = System.nanoTime();
        send(exchange, "application/json", state(now));
        toldEnd |= now.isOver();
      } else if (known && asked.equals(path + "data.json")) {
        Run now = run;
        send(exchange, "application/json", HtmlReport.liveData(now.report(), version(now)));
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    }
  }

  private static String version(Run now) {
    return now.races() + (now.isOver() ? " at the end" : "");
  }

  private static String state(Run now) {
    return HtmlReport.liveState(
        now.progress(), now.races(), version(now), now.isOver() ? now.report() : null);
  }

  private static void send(HttpExchange exchange, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Lets a page that is open see the end. */
  @Override
  public void close() {
    long end = System.nanoTime();
    boolean somebody = lastAsked != 0 && end - lastAsked < SOMEBODY_LOOKS;
    while (somebody && !toldEnd && System.nanoTime() - end < LAST_LOOK_MAY_TAKE) {
      sleep(20);
    }
    if (somebody) {
      sleep(300); // for the data that belongs to the end
    }
    server.stop(0);
    thread.shutdownNow();
  }

  private static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
