import { type Persona, personas } from './messages.ts'

const personasKey = 'personas'
const allSites = ['http://*/*', 'https://*/*']

/**
 * The WBIP wallets that are imitated in pages. Each has a script of its own, which runs before the
 * page's scripts.
 */
export interface Personas {
  read(): Promise<readonly Persona[]>
  switchPersona(persona: Persona, isOn: boolean): Promise<void>
  /** Registers with the browser exactly the scripts of the imitated wallets that are turned on. */
  apply(): Promise<void>
}

export function openPersonas(
  area: typeof chrome.storage.local,
  scripting: typeof chrome.scripting,
): Personas {
  const workQueue: { last: Promise<unknown> } = { last: Promise.resolve() }
  const readPersonas = async (): Promise<readonly Persona[]> => {
    const storedPersonas = (await area.get(personasKey))[personasKey]
    return Array.isArray(storedPersonas)
      ? personas.filter((candidate) => storedPersonas.includes(candidate))
      : personas.slice(0, 1)
  }
  const registerScripts = async (): Promise<void> => {
    const wantedIds = (await readPersonas()).map(scriptIdOf)
    const registeredIds = (await scripting.getRegisteredContentScripts()).map(({ id }) => id)
    const unwantedIds = registeredIds.filter((id) => !wantedIds.includes(id))
    if (unwantedIds.length > 0) await scripting.unregisterContentScripts({ ids: unwantedIds })
    const missingIds = wantedIds.filter((id) => !registeredIds.includes(id))
    if (missingIds.length === 0) return
    await scripting.registerContentScripts(
      missingIds.map((id) => ({
        id,
        js: [`${id}.js`],
        matches: allSites,
        runAt: 'document_start',
        world: 'MAIN',
        allFrames: false,
      })),
    )
  }
  /**
   * Runs changes of the list one after another, so that none is lost and no script is registered
   * twice.
   */
  const runInTurn = (work: () => Promise<void>): Promise<void> => {
    const queuedWork = workQueue.last.then(work)
    workQueue.last = queuedWork.catch(() => undefined)
    return queuedWork
  }
  return {
    read: readPersonas,
    apply: () => runInTurn(registerScripts),
    switchPersona: (persona, isOn) =>
      runInTurn(async () => {
        const previousPersonas = await readPersonas()
        await area.set({
          [personasKey]: personas.filter((candidate) =>
            candidate === persona ? isOn : previousPersonas.includes(candidate),
          ),
        })
        await registerScripts()
      }),
  }
}

function scriptIdOf(persona: Persona): string {
  return `wbip-${persona}`
}
