import type { ReactElement } from 'react'

const maxUnbrokenLength = 24

/**
 * A sentence whose shortened addresses stay on one line, because a line may otherwise break after
 * an ellipsis.
 */
export function UnbrokenAddresses({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(/(\S*…\S*)/).map((part, index) =>
        index % 2 === 1 && part.length <= maxUnbrokenLength ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
          <span key={index} className="whole-word">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  )
}
