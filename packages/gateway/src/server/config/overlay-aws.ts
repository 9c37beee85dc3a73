const variables = {
  accessKeyId: 'AWS_ACCESS_KEY_ID',
  secretAccessKey: 'AWS_SECRET_ACCESS_KEY',
  sessionToken: 'AWS_SESSION_TOKEN',
} as const

/**
 * Applies the environment variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
 * `AWS_SESSION_TOKEN`, if the configuration file names an AWS KMS key.
 */
export function overlayAws(
  raw: { vault?: unknown },
  env: Readonly<Record<string, string | undefined>>,
  origins: Map<string, `env ${string}` | string>,
): void {
  const keys = (raw.vault as { keys?: { aws?: unknown } } | null | undefined)?.keys
  if (typeof keys?.aws !== 'object' || keys.aws === null) return
  const awsSettings: Record<string, unknown> = { ...keys.aws }
  for (const [name, variable] of Object.entries(variables)) {
    if (!env[variable]) continue
    awsSettings[name] = env[variable]
    origins.set(`vault.keys.aws.${name}`, `env ${variable}`)
  }
  keys.aws = awsSettings
}
