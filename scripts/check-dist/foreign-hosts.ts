/** Hosts in texts and names of libraries; they are never contacted. */
const named = [
  'www.w3.org',
  // The end of each error's message.
  'latchkey.dev',
  'react.dev',
  'viem.sh',
  'oxlib.sh',
  'abitype.dev',
  'docs.soliditylang.org',
  '4byte.sourcify.dev',
]

/**
 * Finds unnecessary foreign hosts in a built page, and code it would load from them.
 * @param files - texts of the built files by name
 * @param data - texts in which hosts are data: links that a visitor may follow
 */
export function foreignHosts(files: Readonly<Record<string, string>>, data: string): string[] {
  const allowed = new Set([...named, ...hostsOf(data)])
  return Object.entries(files).flatMap(([name, text]) => {
    const unknown = hostsOf(text).filter((host) => !allowed.has(host))
    const fetched =
      /(?:\bimport\(|\bimportScripts\(|\bfrom|\bimport|src=)\s*["'`](?:https?:)?\/\/[^"'`]+/g
    return [
      ...new Set(unknown.map((host) => `${name}: ${host}`)),
      ...(text.match(fetched) ?? []).map(
        (code) => `${name}: code from elsewhere: ${code.slice(0, 80)}`,
      ),
    ]
  })
}

function hostsOf(text: string): string[] {
  return [...text.matchAll(/(?:https?|wss?):\/\/([a-z\d][a-z\d.-]*\.[a-z]{2,})/gi)].map(
    ([, host = '']) => host.toLowerCase(),
  )
}
