import { writeFileSync } from 'node:fs';

/** Writes the full titles of jest's tests to the file that TEST_REPORT names, for `npm test` to count. */
export default class PassedReporter {
  onRunComplete(_contexts, results) {
    const passed = [];
    const failed = [];
    const failedFiles = [];
    for (const file of results.testResults) {
      if (file.failureMessage) failedFiles.push(file.testFilePath);
      // A file that fails to load has no tests, but counts as failed.
      if (file.testExecError || (file.failureMessage && file.numFailingTests === 0))
        failed.push(file.testFilePath);
      for (const test of file.testResults) {
        if (test.status === 'passed') passed.push(test.fullName);
        if (test.status === 'failed') failed.push(test.fullName);
      }
    }
    writeFileSync(
      process.env.TEST_REPORT ?? '',
      JSON.stringify({ passed, failed, failedFiles, skipped: results.numPendingTests }),
    );
  }
}
