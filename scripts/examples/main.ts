import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from '../bench/start-browser.ts'
import { neededPackages, packAll, runNpm } from '../bundlers/install-packed.ts'
import { buildPackages } from '../check-dist/build-packages.ts'
import { publishable } from '../check-dist/publishable.ts'
import { buildPageWallets } from './build-page-wallets.ts'
import { clickExample } from './click-example.ts'
import { chooseExamples, type Example, examples } from './examples.ts'
import { installExample, listDependencies } from './install-example.ts'
import { migrationExamples } from './migrations.ts'
import { rewriteSources } from './rewrite-sources.ts'
import { serveExample } from './serve-example.ts'

/**
 * Usage: npm run examples [-- [--built folder] names]. Installs examples from packed packages, builds
 * them and presses their buttons. A name of a folder, such as `migrations/rainbowkit`, means every
 * example in it; the migrations run only when they are named. With `--built` it packs what `npm run check:dist` has built into
 * that folder, instead of building the packages once more.
 */
const { values, positionals } = parseArgs({
  options: { built: { type: 'string' } },
  allowPositionals: true,
})
const root = resolve(import.meta.dirname, '../..')
const home = join(root, '.cache/examples')
// Outside of the repository, whose own packages npm and Node would find from a folder within.
const copies = join(tmpdir(), 'latchkey-examples')
const chosen =
  positionals.length === 0
    ? examples
    : chooseExamples([...examples, ...migrationExamples], positionals)
const tarballs = await packPackages()
const wallets = await buildPageWallets()
const browser = await startBrowser()
const failed: string[] = []
try {
  for (const example of chosen) {
    const began = Date.now()
    const faults = await tryExample(example).catch((error: unknown) => [String(error)])
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} examples/${example.name} in ${seconds} s`)
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

/** Packs what the chosen examples need; resolves to the paths of the tarballs by package name. */
async function packPackages(): Promise<Readonly<Record<string, string>>> {
  console.log('packages …')
  const source = values.built ? resolve(root, values.built) : home
  if (values.built) rmSync(join(home, 'tarballs'), { recursive: true, force: true })
  else {
    const unbuilt = (await buildPackages(root, home)).flatMap(({ faults }) => faults)
    if (unbuilt.length > 0) throw new Error(`the packages do not build:\n${unbuilt.join('\n')}`)
  }
  const wanted = chosen.flatMap(({ name, folder }) =>
    listDependencies(join(root, 'examples', folder ?? name)),
  )
  const names = neededPackages(publishable(root), wanted)
  return packAll(
    names.map((name) => join(source, 'node_modules', name)),
    join(home, 'tarballs'),
  )
}

async function tryExample(example: Example): Promise<readonly string[]> {
  const folder = await installExample(root, copies, example, tarballs)
  if (example.rewrittenFrom) await rewriteSources(root, example.rewrittenFrom, folder)
  await runNpm(example.build ?? ['run', 'build'], folder, example.env)
  const server = await serveExample(example, folder)
  try {
    return await clickExample(browser, wallets, server.origin, example)
  } finally {
    await server.close()
  }
}
