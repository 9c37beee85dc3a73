#!/usr/bin/env node
import { runProgram } from './run-program.ts'

const { stdin, stdout } = process

process.exitCode = await runProgram(process.argv.slice(2), {
  current: process.cwd(),
  streams: stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout } : undefined,
  agent: process.env.npm_config_user_agent,
  write: (text) => console.log(text),
  writeError: (text) => console.error(text),
})
