/** Name of a login provider, as the provider writes it. */
export function providerName(provider: string): string {
  const names: Readonly<Record<string, string>> = { github: 'GitHub', x: 'X' }
  return names[provider] ?? provider.replace(/^./, (letter) => letter.toUpperCase())
}
