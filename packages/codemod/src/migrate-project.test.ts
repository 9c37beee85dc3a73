import { Project } from 'ts-morph'
import { describe, expect, test } from 'vitest'
import { migrateProject } from './migrate-project.ts'

/** Runs the codemod over files by path. */
function migrate(files: Readonly<Record<string, string>>) {
  const project = new Project({ useInMemoryFileSystem: true })
  for (const [path, text] of Object.entries(files)) {
    project.createSourceFile(`/${path}`, text)
  }
  const notes = migrateProject(project, (path) => path.slice(1))
  const read = (path: string): string => project.getSourceFileOrThrow(`/${path}`).getFullText()
  return { notes: notes.map(({ path, text }) => `${path}: ${text}`), read, project }
}

const config = `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { mainnet } from 'wagmi/chains'

export const config = getDefaultConfig({ appName: 'Shop', projectId: 'abc', chains: [mainnet] })
`

describe('migrateProject', () => {
  test('default: a configuration of RainbowKit becomes a kit, its dialog and a configuration', () => {
    const { read, notes } = migrate({ 'wagmi.ts': config })
    expect(read('wagmi.ts')).toContain('evm({ chains: [chain(mainnet)] })')
    expect(read('wagmi.ts')).toContain("metadata: { name: 'Shop' }")
    expect(read('wagmi.ts')).toContain('export const modal = createModal(kit)')
    expect(read('wagmi.ts')).toContain(
      'export const config = createWagmiConfig(kit, { connect: () => modal.connect() })',
    )
    expect(read('wagmi.ts')).not.toMatch(/rainbow|getDefaultConfig|;/)
    expect(notes).toHaveLength(2)
    expect(notes[0]).toContain('wagmi.ts: `projectId` is gone: for wallets on phones')
    expect(notes[1]).toContain('no public nodes are asked')
  })

  test('behavior: ConnectKit without chains has its four, and nodes stand beside their chain', () => {
    const { read } = migrate({
      'config.ts': `import { getDefaultConfig } from 'connectkit'
import { createConfig } from 'wagmi'
export const config = createConfig(getDefaultConfig({ appName: 'Shop' }))
`,
    })
    expect(read('config.ts')).toContain(
      'chains: [chain(mainnet), chain(polygon), chain(optimism), chain(arbitrum)]',
    )
    expect(read('config.ts')).toContain(
      "import { mainnet, polygon, optimism, arbitrum } from 'wagmi/chains'",
    )
    const named = migrate({
      'config.ts': `import { getDefaultConfig } from 'connectkit'
import { createConfig, http } from 'wagmi'
import { base } from 'wagmi/chains'
export const config = createConfig(
  getDefaultConfig({ chains: [base], transports: { [base.id]: http('https://rpc.example') }, ssr: true }),
)
`,
    })
    expect(named.read('config.ts')).toContain(
      "chains: [chain(base, { rpcUrls: ['https://rpc.example'] })]",
    )
    expect(named.read('config.ts')).toContain('{ connect: () => modal.connect(), ssr: true }')
    expect(named.read('config.ts')).not.toContain("from 'wagmi'")
    expect(named.notes).toEqual([])
  })

  test('behavior: a theme without arguments is kept, another is left to the reader', () => {
    const provider = (
      theme: string,
    ): string => `import { darkTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
export const Providers = ({ children }) => <RainbowKitProvider theme={${theme}}>{children}</RainbowKitProvider>
`
    const plain = migrate({ 'wagmi.ts': config, 'providers.tsx': provider('darkTheme()') })
    expect(plain.read('wagmi.ts')).toContain("createModal(kit, { theme: { mode: 'dark' } })")
    expect(plain.read('providers.tsx')).toContain('<KitProvider kit={kit}>{children}</KitProvider>')
    expect(plain.read('providers.tsx')).toContain("import { kit } from './wagmi'")
    expect(plain.notes.filter((note) => note.startsWith('providers'))).toEqual([])
    const own = migrate({
      'wagmi.ts': config,
      'providers.tsx': provider("darkTheme({ accentColor: '#123456' })"),
    })
    expect(own.notes.find((note) => note.startsWith('providers'))).toContain(
      '`theme` of `RainbowKitProvider` is gone',
    )
  })

  test('behavior: mode and language of the provider become options of the dialog', () => {
    const { read, notes } = migrate({
      'config.ts': `import { getDefaultConfig } from 'connectkit'
import { createConfig } from 'wagmi'
export const config = createConfig(getDefaultConfig({ appName: 'Shop' }))
`,
      'providers.tsx': `import { ConnectKitProvider } from 'connectkit'
export const Providers = () => <ConnectKitProvider mode="auto" locale="de-DE" theme="soft" />
`,
    })
    expect(read('config.ts')).toContain(
      "createModal(kit, { theme: { mode: 'system' }, lang: 'de-DE' })",
    )
    expect(read('providers.tsx')).toContain('<KitProvider kit={kit} />')
    expect(notes.filter((note) => note.startsWith('providers'))).toEqual([
      'providers.tsx: `theme` of `ConnectKitProvider` is gone: ' +
        'pass `theme` to `createModal`: `{ mode, variables: { accent, font, radius } }`',
    ])
  })

  test('behavior: buttons, their own form and hooks, under the names the file gave them', () => {
    const { read } = migrate({
      'wagmi.ts': config,
      'Header.tsx': `import { ConnectButton as Wallet, useConnectModal as useDialog } from '@rainbow-me/rainbowkit'
export function Header() {
  const { openConnectModal } = useDialog()
  return <><Wallet /><Wallet.Custom>{({ mounted }) => mounted && <a onClick={openConnectModal} />}</Wallet.Custom></>
}
`,
    })
    const header = read('Header.tsx')
    expect(header).toContain('<ConnectButton modal={modal} />')
    expect(header).toContain('<CustomConnectButton>{({ mounted })')
    expect(header).toContain('</CustomConnectButton>')
    expect(header).toContain(
      "import { CustomConnectButton, useConnectModal as useDialog } from './latchkey-dialogs'",
    )
    expect(header).not.toContain('rainbow')
    expect(read('latchkey-dialogs.tsx')).toContain("import { modal } from './wagmi'")
  })

  test('behavior: what has no place is told, and stays where it is', () => {
    const { read, notes } = migrate({
      'wagmi.ts': config,
      'pay.ts': `import { useAddRecentTransaction } from '@rainbow-me/rainbowkit'
export const usePay = () => useAddRecentTransaction()
`,
    })
    expect(read('pay.ts')).toContain("from '@rainbow-me/rainbowkit'")
    expect(notes.find((note) => note.startsWith('pay.ts'))).toContain('Account › Activity')
  })

  test('behavior: without a configuration, or with wagmi 1, nothing is changed', () => {
    const button = `import { ConnectButton } from '@rainbow-me/rainbowkit'
export const Header = () => <ConnectButton />
`
    const lost = migrate({ 'Header.tsx': button })
    expect(lost.read('Header.tsx')).toBe(button)
    expect(lost.notes[0]).toContain('nothing was changed')
    const old = migrate({
      'Header.tsx': button,
      'wagmi.ts': "import { configureChains } from 'wagmi'\n",
    })
    expect(old.read('Header.tsx')).toBe(button)
    expect(old.notes).toEqual([
      'wagmi.ts: this is wagmi 0 or 1: move to wagmi 2 first, nothing was changed',
    ])
    expect(migrate({ 'page.ts': 'export {}\n' }).notes).toEqual([])
  })
})
