import { join, resolve } from 'node:path'
import { startBrowser } from '../bench/start-browser.ts'
import { packAll, runNpm } from '../bundlers/install-packed.ts'
import { buildPackages } from '../check-dist/build-packages.ts'
import { clickExample } from './click-example.ts'
import { chooseExamples, type Example, examples } from './examples.ts'
import { installExample } from './install-example.ts'
import { migrationExamples } from './migrations.ts'
import { rewriteSources } from './rewrite-sources.ts'
import { serveExample } from './serve-example.ts'

/**
 * Usage: npm run examples [-- names]. A name that ends in a folder, as `migrations/rainbowkit`, means
 * every example in it; the migrations run only when they are named. Installs examples from packed packages, builds them and
 * presses their buttons.
 */
const root = resolve(import.meta.dirname, '../..')
const home = join(root, '.cache/examples')
const chosenNames = process.argv.slice(2)
const chosen =
  chosenNames.length === 0
    ? examples
    : chooseExamples([...examples, ...migrationExamples], chosenNames)

console.log('packages …')
const built = await buildPackages(root, home)
const unbuilt = built.flatMap(({ faults }) => faults)
if (unbuilt.length > 0) throw new Error(`the packages do not build:\n${unbuilt.join('\n')}`)
const names = built.map(({ one }) => one.manifest.name)
const tarballs = await packAll(
  names.map((name) => join(home, 'node_modules', name)),
  join(home, 'tarballs'),
)

const browser = await startBrowser()
const failed: string[] = []
try {
  for (const example of chosen) {
    const faults = await tryExample(example).catch((error: unknown) => [String(error)])
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} examples/${example.name}`)
    for (const fault of faults) {
      console.log(`     ${fault}`)
    }
    if (faults.length > 0) failed.push(example.name)
  }
} finally {
  await browser.close()
}
console.log(failed.length === 0 ? 'examples: all good' : `examples: failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function tryExample(example: Example): Promise<readonly string[]> {
  const folder = await installExample(root, home, example, tarballs)
  if (example.rewrittenFrom) await rewriteSources(root, example.rewrittenFrom, folder)
  await runNpm(example.build ?? ['run', 'build'], folder, example.env)
  const server = await serveExample(example, folder)
  try {
    return await clickExample(browser, server.origin, example)
  } finally {
    await server.close()
  }
}
