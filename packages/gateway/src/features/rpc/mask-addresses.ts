const urlPattern = /\b(?:https?|wss?):(?:\/\/|\\\/\\\/)(?:[^\s"'<>\\]|\\\/)+/gi
/**
 * Minimum length from which a part of a node's address may be a key; shorter parts are ordinary
 * words.
 */
const minSecretLength = 12

/**
 * Removes addresses from a node's error text, and the secrets in the configured addresses of nodes:
 * some nodes repeat the operator's key.
 */
export function maskAddresses(urls: readonly string[]): (text: string) => string {
  const secrets = new Set(
    urls.flatMap((text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (!url) return []
      return [...url.pathname.split('/'), ...url.searchParams.values(), url.username, url.password]
    }),
  )
  const secretTexts = [...secrets]
    .filter(({ length }) => length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
  return (text) =>
    secretTexts.reduce(
      (maskedText, secret) => maskedText.replaceAll(secret, '…'),
      text.replace(urlPattern, '…'),
    )
}
