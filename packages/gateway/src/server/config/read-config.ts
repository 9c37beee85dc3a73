import { LatchkeyError } from '@latchkey/protocol'
import { type Config, configSchema } from '../../base/config/schema.ts'
import { checkDeposits } from './check-deposits.ts'
import { checkPrices } from './check-prices.ts'
import { checkSmallPayments } from './check-small.ts'
import { checkSmartAccounts } from './check-smart.ts'
import { checkSwaps } from './check-swaps.ts'
import { developmentConfig, developmentNamesKey } from './development.ts'
import { overlayAws } from './overlay-aws.ts'
import { overlayOAuth } from './overlay-oauth.ts'
import { overlaySmartServices } from './overlay-smart.ts'

/** Where a configuration value came from. */
export type ConfigOrigin = 'default' | 'development' | 'latchkey.json' | `env ${string}`

export interface ReadConfig {
  readonly config: Config
  /**
   * Where each value came from, by its path such as `rpc.timeoutMs`; a path that is missing means
   * the default.
   */
  readonly origins: ReadonlyMap<string, ConfigOrigin>
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads how many proxies are trusted: `1` and `true` mean one proxy, a larger number that many
 * proxies in a row.
 */
const parseProxies = (text: string): boolean | number =>
  text === '1' || text === 'true' || (/^\d+$/.test(text) ? Number(text) || false : false)

const overlays = {
  LATCHKEY_GATEWAY_PORT: { path: ['port'], parse: Number },
  LATCHKEY_GATEWAY_HOST: {
    path: ['host'],
    parse: (text: string) => text.split(',').map((host) => host.trim()),
  },
  LATCHKEY_GATEWAY_LOG: { path: ['logLevel'], parse: (text: string) => text },
  DATABASE_URL: { path: ['databaseUrl'], parse: (text: string) => text },
  REDIS_URL: { path: ['redisUrl'], parse: (text: string) => text },
  LATCHKEY_GATEWAY_TRUST_PROXY: { path: ['trustProxy'], parse: parseProxies },
} as const

/**
 * Reads the configuration of a data folder: the file or, without one, the development defaults;
 * environment variables override both. `LATCHKEY_RPC_URLS_<chain>` replaces a chain's RPC list
 * (comma-separated), because such addresses contain keys; `<chain>` is the CAIP-2 id with `_`
 * instead of `:` and `-`.
 * @param text - content of `latchkey.json`, undefined when there is none
 * @throws `config-invalid` with reason and fix
 */
export function readConfig(text: string | undefined, env: Env = {}): ReadConfig {
  const isProduction = env.NODE_ENV === 'production'
  const origins = new Map<string, ConfigOrigin>()
  const makeLocalUrl = (name: string, port: number) =>
    `http://127.0.0.1:${env[`LATCHKEY_${name}_PORT`] || port}`
  const node = makeLocalUrl('EVM', 8545)
  const localUrls = {
    solana: makeLocalUrl('SOLANA', 8899),
    bitcoin: makeLocalUrl('BITCOIN', 3002),
    stacks: makeLocalUrl('STACKS', 3999),
  }
  const readPort = (name: string, port: number) => Number(env[`LATCHKEY_${name}_PORT`] || port)
  // The simulated services are addressed as `localhost`, because they use that name for themselves
  // and an issuer is compared character by character. Port 0 turns a service off.
  const makeSimulatorUrl = (name: string, port: number) =>
    env[`LATCHKEY_${name}_PORT`] === '0'
      ? ''
      : `http://localhost:${env[`LATCHKEY_${name}_PORT`] || port}`
  const vault = {
    port: readPort('VAULT', 4302),
    smtpPort: readPort('MAILBOX_SMTP', 2525),
    files: env.LATCHKEY_GATEWAY_VAULT,
    openid: makeSimulatorUrl('OPENID', 4308),
    farcaster: makeSimulatorUrl('FARCASTER', 4307),
    bundler: makeSimulatorUrl('BUNDLER', 4337),
    sponsor: env.LATCHKEY_SPONSOR === '1' ? makeSimulatorUrl('SPONSOR', 4338) : '',
  }
  const makeDefaults = (): Record<string, unknown> =>
    isProduction
      ? {}
      : { ...developmentConfig(node, makeLocalUrl('SANDBOX', 4306), localUrls, vault) }
  const rawConfig = text === undefined ? makeDefaults() : parseFile(text)
  recordOrigins(origins, rawConfig, text === undefined ? 'development' : 'latchkey.json')
  for (const [name, { path, parse }] of Object.entries(overlays)) {
    const value = env[name]
    if (value === undefined || value === '') continue
    ;(rawConfig as Record<string, unknown>)[path[0]] = parse(value)
    origins.set(path[0], `env ${name}`)
  }
  overlayRpcUrls(rawConfig, env, origins)
  overlayKeys(rawConfig, env, origins)
  overlayNamesKey(rawConfig, env, origins)
  overlaySmtp(rawConfig, env, origins)
  overlayOAuth(rawConfig, env, origins)
  overlayAws(rawConfig, env, origins)
  overlaySmartServices(rawConfig, env, origins)
  const parsedConfig = configSchema.safeParse(rawConfig)
  if (!parsedConfig.success) {
    const { path = [], message = '' } = parsedConfig.error.issues[0] ?? {}
    const configPath = path.join('.') || 'the file'
    throw invalidConfig(
      `${configPath}: ${message}`,
      `correct ${configPath} (${origins.get(String(path[0])) ?? 'latchkey.json'})`,
    )
  }
  checkConfig(parsedConfig.data, isProduction)
  const fault =
    checkPrices(parsedConfig.data) ??
    checkSwaps(parsedConfig.data) ??
    checkSmartAccounts(parsedConfig.data) ??
    checkSmallPayments(parsedConfig.data) ??
    checkDeposits(parsedConfig.data)
  if (fault) throw invalidConfig(fault.reason, fault.fix)
  return { config: parsedConfig.data, origins }
}

function parseFile(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (cause) {
    throw invalidConfig(
      `latchkey.json is not JSON: ${cause instanceof Error ? cause.message : ''}`,
      'correct its syntax',
    )
  }
  throw invalidConfig('latchkey.json is not an object', 'begin it with { and end it with }')
}

function overlayRpcUrls(rawConfig: object, env: Env, origins: Map<string, ConfigOrigin>): void {
  const chains = (rawConfig as { chains?: unknown }).chains
  if (!Array.isArray(chains)) return
  for (const [index, chain] of chains.entries()) {
    const name = `LATCHKEY_RPC_URLS_${String(chain?.id).replace(/[^a-z\d]/gi, '_')}`
    const value = env[name]
    if (!value) continue
    chains[index] = { ...chain, rpcUrls: value.split(',').map((url) => url.trim()) }
    origins.set(`chains.${index}.rpcUrls`, `env ${name}`)
  }
}

/**
 * Applies the environment variables `LATCHKEY_UPSTREAM_KEY_<NAME>` to the external services in the
 * configuration file; names are for example `ZEROEX` and `COINBASE`.
 */
function overlayKeys(rawConfig: object, env: Env, origins: Map<string, ConfigOrigin>): void {
  for (const sectionName of ['upstreams', 'swap', 'onramp', 'exchanges']) {
    const upstreams = (rawConfig as Record<string, unknown>)[sectionName]
    if (typeof upstreams !== 'object' || upstreams === null) continue
    for (const [name, upstream] of Object.entries(upstreams)) {
      const variable = `LATCHKEY_UPSTREAM_KEY_${name.toUpperCase()}`
      const value = env[variable]
      if (!value || typeof upstream !== 'object' || upstream === null || Array.isArray(upstream))
        continue
      ;(upstreams as Record<string, unknown>)[name] = { ...upstream, key: value }
      origins.set(`${sectionName}.${name}.key`, `env ${variable}`)
    }
  }
}

/**
 * Applies the environment variable `LATCHKEY_NAMES_KEY` if the configuration file configures a name
 * zone.
 */
function overlayNamesKey(
  rawConfig: { names?: unknown },
  env: Env,
  origins: Map<string, ConfigOrigin>,
): void {
  const { LATCHKEY_NAMES_KEY: key } = env
  if (!key || typeof rawConfig.names !== 'object' || rawConfig.names === null) return
  rawConfig.names = { ...rawConfig.names, key }
  origins.set('names.key', 'env LATCHKEY_NAMES_KEY')
}

/**
 * Applies the environment variable `LATCHKEY_SMTP_PASS` to every mail server in the configuration
 * file.
 */
function overlaySmtp(rawConfig: object, env: Env, origins: Map<string, ConfigOrigin>): void {
  const { LATCHKEY_SMTP_PASS: smtpPass } = env
  for (const sectionName of smtpPass ? ['vault', 'emailCapture'] : []) {
    const mailSection = (rawConfig as Record<string, unknown>)[sectionName] as
      | { smtp?: unknown }
      | undefined
    if (
      typeof mailSection !== 'object' ||
      typeof mailSection?.smtp !== 'object' ||
      mailSection.smtp === null
    )
      continue
    ;(rawConfig as Record<string, unknown>)[sectionName] = {
      ...mailSection,
      smtp: { ...mailSection.smtp, pass: smtpPass },
    }
    origins.set(`${sectionName}.smtp.pass`, 'env LATCHKEY_SMTP_PASS')
  }
}

function checkConfig(
  { chains, tokens, projects, identityChain, ...config }: Config,
  isProduction: boolean,
): void {
  const ids = chains.map(({ id }) => id)
  const duplicateId = [...ids, ...projects.map(({ id }) => id)].find(
    (id, position, all) => all.indexOf(id) !== position,
  )
  if (duplicateId) throw invalidConfig(`${duplicateId} is listed twice`, 'keep one of them')
  const unknownChainTokenIndex = tokens.findIndex(
    ({ id }) => !ids.some((chain) => id.startsWith(`${chain}/`)),
  )
  if (unknownChainTokenIndex >= 0)
    throw invalidConfig(
      `tokens.${unknownChainTokenIndex}: its chain is not in chains`,
      'list the chain, or drop the token',
    )
  if (identityChain && !ids.includes(identityChain))
    throw invalidConfig(`identityChain: ${identityChain} is not in chains`, 'list the chain')
  if (isProduction && projects.some(({ id }) => id === 'demo'))
    throw invalidConfig(
      'projects: "demo" is for development',
      'give the project a name of its own, or unset NODE_ENV',
    )
  if (isProduction && config.vault && !config.vault.origin.startsWith('https:'))
    throw invalidConfig(
      'vault.origin: keys are kept there, so it is served by https',
      'give an https origin',
    )
  const usesSandbox = config.onramp.sandbox !== undefined || config.exchanges.sandbox !== undefined
  if (isProduction && usesSandbox)
    throw invalidConfig(
      'the sandbox sells nothing: it is for development',
      'take sandbox out, or unset NODE_ENV',
    )
  if (config.names?.key && !isSigningKey(config.names.key))
    throw invalidConfig(
      'names.key: no key of secp256k1',
      'set LATCHKEY_NAMES_KEY to 32 random bytes of hex',
    )
  if (isProduction && config.names?.key?.toLowerCase() === developmentNamesKey)
    throw invalidConfig(
      'names.key: everybody knows it',
      'set LATCHKEY_NAMES_KEY to 32 random bytes of hex',
    )
}

/** Whether a key is a valid secp256k1 key: not zero and below the order of the curve. */
function isSigningKey(key: string): boolean {
  const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  return BigInt(key) > 0n && BigInt(key) < curveOrder
}

function invalidConfig(reason: string, fix: string): LatchkeyError {
  return new LatchkeyError('config-invalid', { reason, fix })
}

function recordOrigins(
  origins: Map<string, ConfigOrigin>,
  value: unknown,
  origin: ConfigOrigin,
  path = '',
): void {
  if (typeof value !== 'object' || value === null) {
    origins.set(path, origin)
    return
  }
  if (path) origins.set(path, origin)
  for (const [key, item] of Object.entries(value)) {
    recordOrigins(origins, item, origin, path ? `${path}.${key}` : key)
  }
}
