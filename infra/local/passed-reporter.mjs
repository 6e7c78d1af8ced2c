import { writeFileSync } from 'node:fs';

import path from 'node:path';
import { groupOf, isBlockOfFile } from './jest-groups.mjs';
import { causeOf } from './failure-cause.mjs';
import { projectRoot } from './node-version.mjs';

/** Writes the full titles of jest's tests to the file that TEST_REPORT names, for `npm test` to count. */
export default class PassedReporter {
  onRunComplete(_contexts, results) {
    const passed = [];
    const failed = [];
    /** @type {string[]} */
    const causes = [];
    /** @type {Set<string>} */
    const failedFiles = new Set();
    let failedGroups = 0;
    for (const file of results.testResults) {
      if (file.failureMessage || file.testExecError) failedGroups += 1;
      // A file that fails to load has no tests, but counts as failed.
      if (file.testExecError || (file.failureMessage && file.numFailingTests === 0)) {
        failed.push(file.testFilePath);
        causes.push(causeOf(file.testFilePath, file.failureMessage ?? file.testExecError.message));
        groupOf(file.testFilePath).forEach((each) => failedFiles.add(each));
      }
      for (const { status, ancestorTitles, title, failureMessages } of file.testResults) {
        const [block = '', ...inner] = ancestorTitles;
        const isGrouped = isBlockOfFile(block);
        const fullName = [...(isGrouped ? inner : ancestorTitles), title].join(' ');
        if (status === 'passed') passed.push(fullName);
        if (status !== 'failed') continue;
        failed.push(fullName);
        causes.push(causeOf(fullName, failureMessages.join('\n')));
        failedFiles.add(isGrouped ? path.join(projectRoot, block) : file.testFilePath);
      }
    }
    const skipped = results.numPendingTests;
    writeFileSync(
      process.env.TEST_REPORT ?? '',
      JSON.stringify({ passed, failed, causes, failedFiles: [...failedFiles], failedGroups, skipped }),
    );
  }
}
