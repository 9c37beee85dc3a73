import { writeFileSync } from 'node:fs'

/**
 * Vitest reporter: counts the passed tests of each project, for the minimum in `test-floors.json`,
 * and records each test's duration and limit (`slow-tests.mjs`).
 */
export default class CountByProject {
  onTestRunEnd(modules) {
    const counts = {}
    const times = []
    for (const module of modules) {
      const { name } = module.project
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') counts[name] = (counts[name] ?? 0) + 1
        times.push({
          file: module.relativeModuleId,
          title: test.fullName,
          tookMs: test.diagnostic()?.duration ?? 0,
          limitMs: test.options.timeout ?? 0,
        })
      }
    }
    writeFileSync(process.env.LATCHKEY_TEST_COUNTS, JSON.stringify({ counts, times }))
  }
}
