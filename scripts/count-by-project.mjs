import { writeFileSync } from 'node:fs'

/** Vitest reporter: how many tests of each project have passed, for the floor under them (`test-floors.json`). */
export default class CountByProject {
  onTestRunEnd(modules) {
    const counts = {}
    for (const module of modules) {
      const { name } = module.project
      for (const test of module.children.allTests('passed'))
        counts[name] = (counts[name] ?? 0) + (test ? 1 : 0)
    }
    writeFileSync(process.env.LATCHKEY_TEST_COUNTS, JSON.stringify(counts))
  }
}
