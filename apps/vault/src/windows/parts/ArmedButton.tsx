import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { words } from '../words.ts'
import { useArming } from './use-arming.ts'

/**
 * A button that is protected against accidental clicks. It ignores clicks for one second after it
 * appeared or the window got the focus. If nothing was pressed in the window before that, the
 * visitor must also move the pointer, touch or press Tab, because the window may have opened under
 * the pointer during a double click.
 */
export function ArmedButton(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'onPointerDown'> & {
    readonly onClick: () => void
  },
): ReactNode {
  const { onClick, ...buttonProps } = props
  const [wasActive] = useState(() => navigator.userActivation?.hasBeenActive === true)
  const arming = useArming('', wasActive)
  const [isRefused, setIsRefused] = useState(false)
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        data-resting={!arming.isArmed}
        aria-disabled={arming.isEarly}
        onPointerDown={arming.onPointerDown}
        onClick={({ nativeEvent, detail }) => {
          const isTaken = arming.takeClick({ isTrusted: nativeEvent.isTrusted, detail })
          setIsRefused(!isTaken)
          if (isTaken) onClick()
        }}
      />
      {isRefused && !arming.isArmed ? (
        <p className="status" role="status">
          {words.armWait}
        </p>
      ) : null}
    </>
  )
}
