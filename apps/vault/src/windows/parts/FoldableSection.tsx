import type { ReactNode } from 'react'

/** Long text that is hidden behind its title until the visitor opens it. */
export function FoldableSection({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <details className="fold">
      <summary>{name}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls. */}
      <section className="raw" aria-label={name} tabIndex={0}>
        {children}
      </section>
    </details>
  )
}
