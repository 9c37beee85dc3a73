import type { ReadConfig } from './read-config.ts'

/**
 * Returns every value of the configuration as text, one per line, with its origin; secrets in the
 * addresses of nodes are masked.
 */
export function printConfig({ config, origins }: ReadConfig): string {
  return listLeaves(config)
    .map(
      ([path, value]) =>
        `${path} = ${JSON.stringify(maskSecret(path, value))}  (${findOrigin(path, origins)})`,
    )
    .join('\n')
}

/**
 * Paths of the values that are or may contain secrets: passwords, keys, node addresses with a
 * vendor's key.
 */
export function listSecrets({ config, origins }: ReadConfig): readonly string[] {
  return listLeaves(config)
    .filter(
      ([path, value]) =>
        findOrigin(path, origins) === 'latchkey.json' && maskSecret(path, value) !== value,
    )
    .map(([path]) => path)
}

function listLeaves(value: unknown, path = ''): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [[path, value]]
  return Object.entries(value).flatMap(([key, item]) =>
    listLeaves(item, path ? `${path}.${key}` : key),
  )
}

function findOrigin(path: string, origins: ReadConfig['origins']): string {
  const pathParts = path.split('.')
  const parentPaths = pathParts.map((_, index) =>
    pathParts.slice(0, pathParts.length - index).join('.'),
  )
  const fromEnv = parentPaths
    .map((parentPath) => origins.get(parentPath))
    .find((origin) => origin?.startsWith('env'))
  return fromEnv ?? origins.get(path) ?? 'default'
}

/**
 * Vendors put keys into the path, query or password of a node address; Redis and PostgreSQL
 * addresses contain a password.
 */
function maskSecret(path: string, value: unknown): unknown {
  if (
    /\.(?:key|pass|clientSecret|privateKey|secretAccessKey|sessionToken)$|\.sponsorContext\./.test(
      path,
    )
  )
    return '…'
  const isService =
    /\.rpcUrls\.\d+$|^(?:redis|database|otlp)Url$|\.(?:url|nodeUrl|bundler|sponsor)$/.test(path)
  if (!isService || typeof value !== 'string') return value
  const url = new URL(value)
  return url.pathname.length < 2 && !url.search && !url.username
    ? value
    : `${url.protocol}//${url.host}/…`
}
