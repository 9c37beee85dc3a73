import { runTests } from './run-tests.mjs'

process.exitCode = await runTests(
  { guards: 'guards-*' },
  (project) => project.startsWith('guards-'),
  process.argv.slice(2),
)
