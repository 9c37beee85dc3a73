import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { migrateFolder } from '@latchkey/codemod'
import { afterAll, describe, expect, test } from 'vitest'
import { runNpm } from '../bundlers/install-packed.ts'
import { runStep } from '../step.ts'

const home = resolve(import.meta.dirname, '../../.cache/published')
mkdirSync(home, { recursive: true })
const work = mkdtempSync(join(home, 'work-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Templates that others publish with these libraries in them: downloaded once, none of them run. */
async function unpackPublished(name: string, version: string): Promise<string> {
  const folder = join(home, `${name}-${version}`)
  if (!existsSync(join(folder, 'package/package.json'))) {
    await runNpm(['pack', `${name}@${version}`, '--pack-destination', home], home)
    mkdirSync(folder, { recursive: true })
    const command = ['tar', '-xzf', join(home, `${name}-${version}.tgz`), '-C', folder]
    const { code, output } = await runStep({ name: 'tar', command }, home)
    if (code !== 0) throw new Error(output)
  }
  return join(folder, 'package')
}

describe('migrateFolder', () => {
  test('behavior: the RainbowKit parts of create-eth', { timeout: 120_000 }, async () => {
    const published = await unpackPublished('create-eth', '0.0.65')
    const folder = join(work, 'create-eth')
    const base = join(published, 'templates/base/packages/nextjs')
    for (const part of ['services', 'components/scaffold-eth', 'tsconfig.json']) {
      cpSync(join(base, part), join(folder, part), { recursive: true })
    }
    // The providers are a template in a string: what stands in it is their component.
    const template = readFileSync(
      join(base, 'components/ScaffoldEthAppWithProviders.tsx.template.mjs'),
      'utf8',
    )
    const [, text = ''] = /return `([\s\S]*)`;\s*};\s*export default/.exec(template) ?? []
    const providers = text.replace(/(?<!\\)\$\{[^}]*\}/g, '').replaceAll('\\', '')
    writeFileSync(join(folder, 'components/Providers.tsx'), providers)

    const { changed, notes } = await migrateFolder({ folder })

    expect(changed).toEqual([
      'components/Providers.tsx',
      'components/scaffold-eth/RainbowKitCustomConnectButton/index.tsx',
      'services/web3/latchkey-dialogs.tsx',
      'services/web3/wagmiConfig.tsx',
    ])
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
    expect(read('services/web3/wagmiConfig.tsx')).toContain(
      'evm({ chains: [...enabledChains].map((one) => chain(one)) })',
    )
    expect(read('services/web3/wagmiConfig.tsx')).toContain(
      'export const wagmiConfig = createWagmiConfig(kit, { connect: () => modal.connect(), ssr: true })',
    )
    expect(read('components/Providers.tsx')).toContain('<KitProvider kit={kit}>')
    expect(read('components/Providers.tsx')).toContain(
      'import { wagmiConfig, kit } from "~~/services/web3/wagmiConfig"',
    )
    expect(read('components/Providers.tsx')).not.toContain('rainbow')
    const button = read('components/scaffold-eth/RainbowKitCustomConnectButton/index.tsx')
    expect(button).toContain('<CustomConnectButton>')
    expect(button).not.toContain('@rainbow-me')
    // What is left to a person: the list of wallets, the nodes, the avatar, a theme that changes.
    expect(notes.map(({ path }) => path)).toContain('services/web3/wagmiConnectors.tsx')
    expect(notes.map(({ text }) => text).join('\n')).toMatch(/`client` is gone[\s\S]*`theme`/)
  })

  test.each([
    'next/rainbowkit',
    'next/connectkit',
    'vite-react/rainbowkit',
    'vite-react/connectkit',
  ])(
    'behavior: %s of create-wagmi, which is wagmi 0, is left alone',
    { timeout: 120_000 },
    async (name) => {
      const published = await unpackPublished('create-wagmi', '0.1.17')
      const folder = join(work, name)
      cpSync(join(published, 'templates', name), folder, { recursive: true })
      const { changed, notes } = await migrateFolder({ folder })
      expect(changed).toEqual([])
      expect(notes.map(({ text }) => text)).toEqual([
        'this is wagmi 0 or 1: move to wagmi 2 first, nothing was changed',
      ])
    },
  )
})
