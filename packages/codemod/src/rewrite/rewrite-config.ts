import { Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph'
import type { Library } from '../libraries.ts'
import type { NoteBook } from '../report.ts'
import type { FoundConfig } from './find-config.ts'
import { addImport, isUsed, removeImports } from './imports.ts'

/** wagmi's options that `createWagmiConfig` accepts unchanged. */
const keptOptions = ['ssr', 'storage', 'batch', 'pollingInterval', 'cacheTime', 'ccipRead']
const metadataOf: Readonly<Record<string, string>> = {
  appName: 'name',
  appDescription: 'description',
  appUrl: 'url',
  appIcon: 'icons',
}
/** Chains that ConnectKit uses when the configuration names none. */
const defaultChains = ['mainnet', 'polygon', 'optimism', 'arbitrum']

const optionHints: Readonly<Record<string, string>> = {
  wallets: 'delete the list: wallets announce themselves (EIP-6963)',
  connectors: 'delete the list: wallets announce themselves (EIP-6963)',
  client: 'name your nodes: `chain(mainnet, { rpcUrls: [url] })`',
  multiInjectedProviderDiscovery: 'the kit finds the wallets of the page',
}

/**
 * Replaces the call that creates the wagmi configuration: it becomes a kit, a dialog for the kit,
 * and a wagmi configuration that is made from the kit.
 * @param modalOptions text of the second argument of `createModal`, if any
 */
export function rewriteConfig(found: FoundConfig, modalOptions: string, notes: NoteBook): void {
  const { file, call, options, library } = found
  const properties = readProperties(options)
  const metadata: string[] = []
  const kept: string[] = []
  for (const [name, { text, node }] of properties) {
    const key = metadataOf[name]
    if (key) metadata.push(`${key}: ${key === 'icons' ? `[${text}]` : text}`)
    else if (keptOptions.includes(name)) kept.push(`${name}: ${text}`)
    else if (name === library.projectId) noteProject(library, node, notes)
    else if (name !== 'chains' && name !== 'transports')
      notes.add(node, `\`${name}\` is gone: ${optionHints[name] ?? 'there is no counterpart'}`)
  }
  if (!properties.has('chains')) addImport(file, 'wagmi/chains', defaultChains)
  const chains = writeChains(options, properties.get('chains')?.text, notes)
  const statement = call.getFirstAncestorByKindOrThrow(SyntaxKind.VariableStatement)
  const lines = [
    'export const kit = createKit({',
    `  adapters: [evm({ ${chains} })],`,
    ...(metadata.length > 0 ? [`  metadata: { ${metadata.join(', ')} },`] : []),
    '})',
    '',
    `export const modal = createModal(kit${modalOptions && `, ${modalOptions}`})`,
    '',
  ]
  call.replaceWithText(
    `createWagmiConfig(kit, { ${['connect: () => modal.connect()', ...kept].join(', ')} })`,
  )
  file.insertStatements(statement.getChildIndex(), lines.join('\n'))
  addImport(file, '@latchkey/core', ['createKit'])
  addImport(file, '@latchkey/evm', ['chain', 'evm'])
  addImport(file, '@latchkey/modal', ['createModal'])
  addImport(file, '@latchkey/wagmi', ['createWagmiConfig'])
  removeImports(file, library.packageName, ['getDefaultConfig'])
  removeImports(
    file,
    'wagmi',
    ['createConfig', 'http', 'fallback'].filter((name) => !isUsed(file, name)),
  )
}

function noteProject(library: Library, node: Node, notes: NoteBook): void {
  notes.add(
    node,
    `\`${library.projectId}\` is gone: for wallets on phones pass ` +
      '`transports: [walletconnect({ projectId, relays })]` of `@latchkey/walletconnect` to `createKit`',
  )
}

interface Property {
  readonly text: string
  readonly node: Node
}

function readProperties(options: ObjectLiteralExpression): ReadonlyMap<string, Property> {
  return new Map(
    options.getProperties().flatMap((node): [string, Property][] => {
      if (Node.isPropertyAssignment(node))
        return [[node.getName(), { text: node.getInitializerOrThrow().getText(), node }]]
      if (Node.isShorthandPropertyAssignment(node))
        return [[node.getName(), { text: node.getName(), node }]]
      if (Node.isMethodDeclaration(node)) return [[node.getName(), { text: '', node }]]
      return [[node.getText(), { text: '', node }]]
    }),
  )
}

/**
 * Writes the options `chains` and `rpc` of `evm()`. The URL of a node is written with its chain, or
 * in `rpc` when the chains are not a plain list of names.
 */
function writeChains(
  options: ObjectLiteralExpression,
  chains: string | undefined,
  notes: NoteBook,
): string {
  const urls = readUrls(options, notes)
  const list = readChainNames(options, chains)
  if (list) {
    const written = list.map((name) => {
      const url = urls.get(`${name}.id`)
      return url ? `chain(${name}, { rpcUrls: [${url}] })` : `chain(${name})`
    })
    const isComplete = list.every((name) => urls.has(`${name}.id`))
    if (!isComplete) noteNodes(options, notes)
    return `chains: [${written.join(', ')}]`
  }
  if (urls.size === 0) noteNodes(options, notes)
  const rpc = [...urls].map(([id, url]) => `[\`eip155:\${${id}}\`]: ${url}`)
  return [
    `chains: ${isArray(chains) ? chains : `[...${chains}]`}.map((one) => chain(one))`,
    ...(rpc.length > 0 ? [`rpc: { ${rpc.join(', ')} }`] : []),
  ].join(', ')
}

function noteNodes(options: ObjectLiteralExpression, notes: NoteBook): void {
  notes.add(
    options,
    'no public nodes are asked: name yours, `chain(mainnet, { rpcUrls: [url] })`, or reads wait for a wallet',
  )
}

const isArray = (text: string | undefined): boolean => text?.startsWith('[') ?? false

/** The names in `chains: [a, b]`; undefined when the list contains anything but names. */
function readChainNames(
  options: ObjectLiteralExpression,
  text: string | undefined,
): readonly string[] | undefined {
  if (text === undefined) return defaultChains
  const value = options
    .getProperty('chains')
    ?.asKind(SyntaxKind.PropertyAssignment)
    ?.getInitializerIfKind(SyntaxKind.ArrayLiteralExpression)
  const elements = value?.getElements() ?? []
  const isPlain = value && elements.every((one) => /^[\w$.]+$/.test(one.getText()))
  return isPlain ? elements.map((one) => one.getText()) : undefined
}

/** The URLs in `transports: { [mainnet.id]: http(url) }`, by the source text in the brackets. */
function readUrls(options: ObjectLiteralExpression, notes: NoteBook): Map<string, string> {
  const urls = new Map<string, string>()
  const property = options.getProperty('transports')
  const transports = property
    ?.asKind(SyntaxKind.PropertyAssignment)
    ?.getInitializerIfKind(SyntaxKind.ObjectLiteralExpression)
  if (property && !transports)
    notes.add(property, '`transports` is gone: name your nodes as `rpcUrls`')
  for (const one of transports?.getProperties() ?? []) {
    const id = /^\[(.+)\]$/.exec(one.asKind(SyntaxKind.PropertyAssignment)?.getName() ?? '')?.[1]
    const call = one
      .asKind(SyntaxKind.PropertyAssignment)
      ?.getInitializerIfKind(SyntaxKind.CallExpression)
    const isHttp = call?.getExpression().getText() === 'http'
    const url = call?.getArguments()[0]?.getText()
    if (id && isHttp && url) urls.set(id, url)
    else if (!isHttp || !id)
      notes.add(one, '`transports` is gone: name the node as `rpcUrls` of its chain')
  }
  return urls
}
