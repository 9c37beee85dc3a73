import type { Kit } from '@latchkey/core'
import { createModal, type Modal } from '@latchkey/modal'
import { LatchkeyError } from '@latchkey/protocol'
import type { KitSettings, MakeKit } from '../contract.ts'

/** The kits and dialogs that the elements of a page share. */
export interface PageKits {
  /**
   * Returns the dialog of a kit that the page has made; all elements with this kit share the
   * dialog.
   */
  modalOf(kit: Kit): Modal
  /**
   * Returns the dialog of the kit that has the id in `settings`. The promise waits until some
   * element with this id has the attribute `networks`.
   * @param user - the element; until it leaves, nobody changes this kit's settings
   * @throws `config-invalid` when other elements use the kit with other settings
   */
  join(user: object, settings: KitSettings): Promise<Modal>
  leave(user: object): void
}

interface Entry {
  readonly users: Set<object>
  readonly modal: Promise<Modal>
  readonly configure: (modal: Promise<Modal>) => void
  /**
   * The kit's settings as JSON text; undefined until an element with this kit's id has the
   * attribute `networks`.
   */
  settings?: string
}

/** Makes the store of the kits that elements share; a page has one store for all its elements. */
export function openPageKits(makeKit: MakeKit | undefined): PageKits {
  const entries = new Map<string, Entry>()
  const modals = new WeakMap<Kit, Modal>()

  const modalOf = (kit: Kit): Modal => {
    const known = modals.get(kit) ?? createModal(kit)
    modals.set(kit, known)
    return known
  }
  const makeModal = async (settings: KitSettings): Promise<Modal> => {
    if (!makeKit)
      throw new LatchkeyError('config-invalid', {
        reason: 'networks are named, and nothing makes a kit of them',
        fix: 'set the property kit, or call defineElements({ makeKit })',
      })
    return modalOf(await makeKit(settings))
  }
  const addEntry = (id: string): Entry => {
    let configure: Entry['configure'] = () => {}
    const modal = new Promise<Modal>((resolve) => {
      configure = resolve
    })
    // When making the kit fails, each element that waits for the dialog gets the error. It is
    // handled here too, because perhaps no element waits.
    modal.catch(() => {
      if (entries.get(id) === entry) entries.delete(id)
    })
    const entry: Entry = { users: new Set(), modal, configure }
    entries.set(id, entry)
    return entry
  }
  const leave = (user: object): void => {
    for (const { users } of entries.values()) {
      users.delete(user)
    }
  }
  return {
    modalOf,
    leave,
    async join(user, settings) {
      const { id, networks } = settings
      leave(user)
      let entry = entries.get(id) ?? addEntry(id)
      const text = JSON.stringify(settings)
      if (networks.length > 0 && entry.settings !== undefined && entry.settings !== text) {
        if (entry.users.size > 0)
          throw new LatchkeyError('config-invalid', {
            reason: `kit "${id}" has other settings in another element`,
            fix: 'write the attributes on one element, or give each kit a kit-id',
          })
        // The page view that used the earlier settings is gone, so its dialog is removed.
        entry.modal.then(
          (modal) => modal.destroy(),
          () => {},
        )
        entry = addEntry(id)
      }
      entry.users.add(user)
      if (networks.length > 0 && entry.settings === undefined) {
        entry.settings = text
        entry.configure(makeModal(settings))
      }
      return entry.modal
    },
  }
}
