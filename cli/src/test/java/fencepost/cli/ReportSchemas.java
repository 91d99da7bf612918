package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import fencepost.report.JsonReport;
import fencepost.report.JunitReport;
import fencepost.report.ReportReader;
import fencepost.report.RunReport;
import fencepost.report.SarifReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;

/**
 * What reports for programs must look like. As a service it is given every report that a test
 * makes, in this JVM and in those that tests start, and fails the test if one is not so.
 */
public final class ReportSchemas implements ReportReader {
  static {
    // The validator's library for logs says otherwise that it logs nothing.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
  }

  /** A property of JVMs that have no memory to read schemas. */
  static final String UNREAD = "fencepost.schemas.unread";

  /** The schemas, which are read when they are first needed. */
  private static final class Parsed {
    static final JsonSchema JSON =
        schema(VersionFlag.V202012, JsonReport.class, "report.schema.json");

    /** The official one, from a library for SARIF. */
    static final JsonSchema SARIF =
        schema(VersionFlag.V7, ReportSchemas.class, "/schema/sarif-schema-2.1.0.json");

    static final Schema JUNIT = junit();
  }

  @Override
  public void read(RunReport report) {
    if (!Boolean.getBoolean(UNREAD)) {
      validated(report);
    }
  }

  private static JsonSchema schema(VersionFlag version, Class<?> where, String name) {
    return JsonSchemaFactory.getInstance(version).getSchema(text(where, name));
  }

  private static String text(Class<?> where, String name) {
    try (InputStream file = Objects.requireNonNull(where.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema junit() {
    try {
      return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
          .newSchema(new StreamSource(new StringReader(text(ReportSchemas.class, "/junit.xsd"))));
    } catch (SAXException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A report in all formats. */
  static RunReport validated(RunReport report) {
    json(JsonReport.of(report));
    sarif(SarifReport.of(report));
    junit(JunitReport.of(report));
    return report;
  }

  /** All reports in a directory: {@code *.json} that are ours, {@code *.sarif}, {@code *.xml}. */
  static void validateFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".json") && Files.readString(file).contains("\"tool\" : \"fencepost\"")) {
          json(Files.readString(file));
        } else if (name.endsWith(".sarif")) {
          sarif(Files.readString(file));
        } else if (name.endsWith(".junit.xml")) {
          junit(Files.readString(file));
        }
      }
    }
  }

  static void json(String text) {
    assertThat(Parsed.JSON.validate(text, InputFormat.JSON)).as(text).isEmpty();
  }

  static void sarif(String text) {
    assertThat(Parsed.SARIF.validate(text, InputFormat.JSON)).as(text).isEmpty();
  }

  static void junit(String text) {
    try {
      Parsed.JUNIT.newValidator().validate(new StreamSource(new StringReader(text)));
    } catch (SAXException e) {
      throw new AssertionError(e.getMessage() + " in " + text, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
