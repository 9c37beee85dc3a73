import { join, resolve } from 'node:path'
import { packAll } from '../bundlers/install-packed.ts'
import { buildPackages } from '../check-dist/build-packages.ts'
import { chooseExamples } from '../examples/examples.ts'
import { madeApps } from './made-apps.ts'
import { tryApp } from './try-app.ts'

/**
 * Usage: npm run create [-- names]. Makes an app a framework with the packed `create-latchkey`, and
 * runs the test that each of them has.
 */
const root = resolve(import.meta.dirname, '../..')
const home = join(root, '.cache/create')
const chosen = chooseExamples(madeApps, process.argv.slice(2))

console.log('packages …')
const built = await buildPackages(root, home)
const unbuilt = built.flatMap(({ faults }) => faults)
if (unbuilt.length > 0) throw new Error(`the packages do not build:\n${unbuilt.join('\n')}`)
const ours = built.map(({ one }) => one)
const tarballs = await packAll(
  ours.map(({ manifest }) => join(home, 'node_modules', manifest.name)),
  join(home, 'tarballs'),
)

const failed: string[] = []
for (const app of chosen) {
  try {
    const { create, install, test } = await tryApp(app, ours, tarballs)
    console.log(
      `ok   ${app.name}: made in ${create} s, installed in ${install} s, tested in ${test} s`,
    )
  } catch (error) {
    failed.push(app.name)
    console.log(`FAIL ${app.name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
console.log(failed.length === 0 ? 'create: all good' : `create: failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
