import { runTests } from './run-tests.mjs'

// One stage after the other: the browser project measures times and must not share the processor.
const stages = { unit: 'unit*', chain: 'chain*', browser: 'browser*' }
process.exitCode = await runTests(
  stages,
  (project) => !project.startsWith('guards-'),
  process.argv.slice(2),
)
