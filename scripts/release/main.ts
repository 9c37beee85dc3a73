import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { billFaults, makeBillOfMaterials } from './bill-of-materials.ts'
import { installTools } from './install-tools.ts'
import { type Packed, readChecked } from './pack-packages.ts'
import { publishPackages } from './publish-packages.ts'
import { rehearseRelease } from './rehearse.ts'
import { runNpm } from './run-npm.ts'

/**
 * `npm run release`: publishes what `npm run check:dist` laid down, to the registry that npm's
 * settings name. `--dry-run` writes nothing, `--tag` is the dist-tag, `--no-provenance` is for a
 * registry or a machine that cannot prove where a package was built. `--local` (`npm run
 * release:dry`) plays the whole release with a registry on this computer.
 */
const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    tag: { type: 'string', default: 'latest' },
    'no-provenance': { type: 'boolean', default: false },
    local: { type: 'boolean', default: false },
  },
})

if (values.local) {
  const failed = await rehearseRelease(root)
  console.log(failed.length === 0 ? 'release:dry: all good' : `failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
} else {
  const packed = readChecked(join(root, '.cache/dist'))
  await writeBill(packed)
  const isDry = values['dry-run']
  const more = values['no-provenance'] ? ['--provenance=false'] : []
  const results = await publishPackages(packed, { tag: values.tag, isDry, more })
  for (const { name, outcome } of results) {
    console.log(`${name} ${outcome}`)
  }
}

/**
 * Writes the bill of materials of a release, of what npm would install with the tarballs today.
 * @throws when it is not valid
 */
async function writeBill(packed: readonly Packed[]): Promise<void> {
  const tools = await installTools(root)
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-bill-'))
  const folder = join(parent, 'latchkey')
  try {
    mkdirSync(folder)
    const dependencies = Object.fromEntries(
      packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
    )
    const version = packed[0]?.manifest.version ?? ''
    const manifest = { name: 'latchkey', version, private: true, dependencies }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
    await runNpm(['install', '--package-lock-only', '--no-audit'], { cwd: folder })
    const bill = await makeBillOfMaterials(folder)
    const names = packed.map((one) => one.manifest.name)
    const faults = await billFaults(bill, tools, names)
    if (faults.length > 0) throw new Error(`the bill of materials:\n${faults.join('\n')}`)
    const path = join(root, `.cache/release/latchkey-${version}.cdx.json`)
    writeFileSync(path, bill)
    console.log(`bill of materials: ${path}`)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}
