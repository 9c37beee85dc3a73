import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'

const Context = createContext<(text: string) => void>(() => {})

/**
 * A live region that announces the results of actions. It is in the document before it has any
 * text, because screen readers announce only later changes.
 */
export function StatusProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [said, setSaid] = useState({ text: '', times: 0 })
  return (
    <Context value={(text) => setSaid(({ times }) => ({ text, times: times + 1 }))}>
      {children}
      <div className="status" role="status">
        {said.text ? (
          <p key={said.times} className="toast">
            {said.text}
          </p>
        ) : null}
      </div>
    </Context>
  )
}

/** Returns a function that lets screen readers announce a text once. */
export function useShowStatus(): (text: string) => void {
  return useContext(Context)
}
