#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { migrateFolder } from './migrate-folder.ts'

const usage = `Usage: npx @latchkey/codemod [folder] [--dry-run]

Rewrites an app that uses RainbowKit or ConnectKit with wagmi 2. Commit your work first.`

const packages = ['core', 'evm', 'modal', 'react', 'wagmi'].map((name) => `@latchkey/${name}`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  console.log(usage)
} else if (positionals.length > 1) {
  fail(`One folder at a time, please.\n\n${usage}`)
} else {
  const isDryRun = values['dry-run'] ?? false
  const { changed, notes } = await migrateFolder({ folder: positionals[0] ?? '.', isDryRun }).catch(
    (error: unknown) => fail(error instanceof RangeError ? error.message : error),
  )
  console.log(isDryRun ? 'Would change:' : 'Changed:')
  for (const path of changed) {
    console.log(`  ${path}`)
  }
  if (changed.length === 0) console.log('  nothing')
  if (notes.length > 0) console.log('\nLeft for you:')
  for (const { path, line, text } of notes) {
    console.log(`  ${path}:${line}  ${text}`)
  }
  if (changed.length > 0) {
    console.log(`\nThen:\n  npm install ${packages.join(' ')}`)
    console.log('  npm uninstall @rainbow-me/rainbowkit connectkit')
    console.log('  and let your formatter and your compiler look at the changed files.')
  }
}

function fail(reason: unknown): never {
  console.error(reason)
  process.exit(1)
}
