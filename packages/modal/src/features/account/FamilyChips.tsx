import { getAccount, type Kit } from '@latchkey/core'
import { useAccount, useRead, useSelectNamespace } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { shortAddress } from '../../shared/short-address.ts'

/** The connected chain families, when there are several: one is shown, a press shows another. */
export function FamilyChips({
  kit,
  modal,
}: {
  readonly kit: Kit
  readonly modal: ViewModal
}): ReactElement | null {
  const words = modal.words.families
  const { namespace } = useAccount()
  const heldNamespaces = useRead(({ getState }) => Object.keys(getState().active).sort().join())
  const selectNamespace = useSelectNamespace()
  const families = Object.keys(kit.adapters).filter((one) =>
    heldNamespaces.split(',').includes(one),
  )
  if (families.length < 2) return null
  return (
    <fieldset className="families">
      <legend hidden>{words.label}</legend>
      {families.map((family) => {
        const { address } = getAccount(kit, { namespace: family })
        const name = kit.adapters[family]?.name ?? family
        return (
          <button
            key={family}
            type="button"
            className="quiet"
            aria-pressed={family === namespace}
            aria-label={address ? words.show(name, shortAddress(address)) : name}
            onClick={() => void selectNamespace.run({ namespace: family })}
          >
            {name}
          </button>
        )
      })}
    </fieldset>
  )
}
