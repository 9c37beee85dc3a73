/**
 * The parts (chunks) of the script by file name: the hash of each, and the parts that it imports.
 */
type Pins = Readonly<Record<string, readonly [integrity: string, imports: readonly string[]]>>

/** Hash of `pins.js`, which the build writes here. */
const pinsIntegrity = '__LATCHKEY_PINS__'

/**
 * Loads a part (chunk) of the script by file name. The browser checks each part against its
 * published hash before running it: the page has the hash of this file, this file that of
 * `pins.js`, and `pins.js` those of all others. Rejects when a file is missing or is not the
 * published one.
 */
export const loadPart: (name: string) => Promise<unknown> = openPartLoader()

function openPartLoader(): (name: string) => Promise<unknown> {
  const checked = new Map<string, Promise<void>>()
  let pins: Promise<Pins> | undefined

  const check = (name: string, integrity: string): Promise<void> => {
    const known = checked.get(name)
    if (known) return known
    const checking = preload(name, integrity)
    checked.set(name, checking)
    checking.catch(() => checked.delete(name))
    return checking
  }
  const loadPins = async (): Promise<Pins> => {
    await check('pins.js', pinsIntegrity)
    return ((await import(fileOf('pins.js'))) as { readonly pins: Pins }).pins
  }
  return async (name) => {
    pins ??= loadPins()
    pins.catch(() => {
      pins = undefined
    })
    const known = await pins
    const names = [...(known[name]?.[1] ?? []), name]
    // The parts that a part imports are loaded first, each with its hash, so that the browser then
    // finds them loaded.
    await Promise.all(names.map((one) => check(one, known[one]?.[0] ?? '')))
    return import(fileOf(name))
  }
}

/**
 * Makes the browser load a file as a module and check its hash; a later `import()` of the same
 * address uses the loaded module. Unlike an import map with hashes, this needs no inline script,
 * which a strict Content Security Policy forbids.
 */
function preload(name: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = 'anonymous'
  link.integrity = integrity
  link.href = fileOf(name)
  const loading = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`${name} is missing or not the published file`))
  })
  document.head.append(link)
  return loading.finally(() => link.remove())
}

function fileOf(name: string): string {
  return new URL(name, import.meta.url).href
}
