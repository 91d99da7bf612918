package fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the words and marks of a table become in C. */
class WrapperGeneratorTest {
  private static final String HEAD =
      """
      profiling p
      result code_t if fp_code == SUCCESS
      """;

  private static String wrapper(String... lines) {
    ApiTable table = ApiTable.parse(Model.GASPI, HEAD + String.join("\n", lines));
    return WrapperGenerator.generate(table, "gaspi_hooks.h");
  }

  @Test
  void aCallThatWaitsIsRecordedOnceWithTheTimeOfItsReturn() {
    String text = wrapper("waits await(int queue)");
    assertThat(text)
        .containsSubsequence(
            "fp_begin_call()",
            "fp_end_call();",
            "fp_real_await(queue);",
            "fp_time = fp_begin_call();",
            "fp_await_earlier_calls(fp_time);",
            "fp_recording && fp_code == SUCCESS",
            "FP_ONCE");
    assertThat(text).doesNotContain("FP_ENTER");
  }

  @Test
  void whatACallReturnsWithIsSeenBeforeTheTimeOfItsReturn() {
    assertThat(wrapper("waits look(int *at)", "    return seen = word(*at)"))
        .containsSubsequence(
            "fp_real_look(at);",
            "if (fp_recording) {",
            "seen = word(*at);",
            "fp_time = fp_begin_call();",
            "FP_ONCE");
  }

  @Test
  void entryAndReturnHaveConditionsOfTheirOwn() {
    assertThat(
            wrapper("around meet(int group)", "    enter first(group)", "    only over(fp_code)"))
        .containsSubsequence(
            "if (fp_recording && (first(group))) {",
            "FP_ENTER",
            "fp_real_meet(group);",
            "if (fp_recording && (over(fp_code))) {",
            "FP_LEAVE");
  }

  @Test
  void aPlaceIsSuppliedWhereTheProgramGivesNone() {
    assertThat(wrapper("after reset(int id, value_t *old [supplied])", "    only *old != 0"))
        .containsSubsequence(
            "value_t fp_own_old;",
            "if (old == NULL) old = &fp_own_old;",
            "fp_real_reset(id, old);",
            "(*old != 0)",
            "fp_word(*old)");
  }

  @Test
  void whatAFailedCallReturnsIsNotLookedAt() {
    assertThat(wrapper("around fetch(value_t *old [out])"))
        .contains("fp_failed ? 0 : fp_word(*old)");
  }

  @Test
  void theCallThatStartsAModelIsNotEnteredBeforeItIsStarted() {
    assertThat(wrapper("starts init(int timeout)")).doesNotContain("FP_ENTER");
  }
}
