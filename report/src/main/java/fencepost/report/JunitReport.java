package fencepost.report;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The report as a test suite, for continuous integration: each finding is a test that failed, and a
 * run without findings is one that passed. A run that was not seen whole is an error.
 */
public final class JunitReport {
  private final XMLStreamWriter xml;
  private final SourceLines sources = new SourceLines();

  private JunitReport(XMLStreamWriter xml) {
    this.xml = xml;
  }

  public static String of(RunReport report) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      new JunitReport(xml).write(report);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text + "\n";
  }

  private void write(RunReport report) throws XMLStreamException {
    List<String> fingerprints = Fingerprints.of(report.findings(), sources);
    long failures = fingerprints.stream().filter(report::isNew).count();
    int tests = fingerprints.size() + (report.complete() && failures > 0 ? 0 : 1);
    int errors = report.complete() ? 0 : 1;
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("testsuites");
    counts(report, tests, failures, errors);
    xml.writeStartElement("testsuite");
    counts(report, tests, failures, errors);
    if (tests > fingerprints.size()) {
      verdict(report);
    }
    for (int i = 0; i < fingerprints.size(); i++) {
      finding(report.findings().get(i), i + 1, fingerprints.get(i), report);
    }
    xml.writeStartElement("system-out");
    xml.writeCharacters(shown(String.join("; ", report.notes())));
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void counts(RunReport report, int tests, long failures, int errors)
      throws XMLStreamException {
    xml.writeAttribute("name", "fencepost " + shown(report.program()));
    xml.writeAttribute("tests", "" + tests);
    xml.writeAttribute("failures", "" + failures);
    xml.writeAttribute("errors", "" + errors);
    xml.writeAttribute("time", "0");
  }

  private void verdict(RunReport report) throws XMLStreamException {
    test(report, report.complete() ? "no new race" : "the whole run was seen");
    if (!report.complete()) {
      xml.writeEmptyElement("error");
      xml.writeAttribute("type", "incomplete");
      xml.writeAttribute("message", shown(String.join("; ", report.notes())));
    }
    xml.writeEndElement();
  }

  private void finding(Finding finding, int number, String fingerprint, RunReport report)
      throws XMLStreamException {
    test(report, "race " + number + ": " + places(finding));
    if (report.isNew(fingerprint)) {
      xml.writeStartElement("failure");
      xml.writeAttribute("type", finding.rule().id());
      xml.writeAttribute("message", finding.rule().summary());
      xml.writeCharacters(text(finding));
      xml.writeEndElement();
    } else {
      xml.writeStartElement("system-out");
      xml.writeCharacters("known: it is in the baseline\n" + text(finding));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void test(RunReport report, String name) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "fencepost." + shown(report.program()));
    xml.writeAttribute("name", name);
    xml.writeAttribute("time", "0");
  }

  private static String places(Finding finding) {
    return shown(place(finding, 0) + " and " + place(finding, 1));
  }

  private static String place(Finding finding, int side) {
    SourcePlace place = finding.accesses().get(side).place();
    return place.isKnown() ? place.fileName() + ":" + place.line() : "an unknown line";
  }

  private String text(Finding finding) {
    StringBuilder text = new StringBuilder();
    for (Finding.Access access : finding.accesses()) {
      SourcePlace place = access.place();
      text.append(
          "%s (%s) at %s:%d: %s%n"
              .formatted(
                  shown(access.operation()),
                  access.access(),
                  shown(place.file()),
                  place.line(),
                  Printable.line(sources.at(place).strip())));
    }
    return text.append("why: ")
        .append(shown(finding.why()))
        .append("\nfix: ")
        .append(shown(finding.fix()))
        .append('\n')
        .toString();
  }

  private static String shown(String text) {
    return Printable.text(text);
  }
}
