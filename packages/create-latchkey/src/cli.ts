#!/usr/bin/env node
import { runProgram } from './run-program.ts'

process.exitCode = await runProgram(process.argv.slice(2), {
  current: process.cwd(),
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  agent: process.env.npm_config_user_agent,
  write: (text) => console.log(text),
  writeError: (text) => console.error(text),
})
