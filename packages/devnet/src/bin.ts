#!/usr/bin/env node
import { runCommand } from './run/run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  writeLine: (text) => console.log(text),
  writeError: (text) => console.error(text),
  onEnd(stop) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, stop)
    }
  },
})
