import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'

const Context = createContext<(text: string) => void>(() => {})

/** One live region for results of actions; it exists before its text. */
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

/** Returns a function that announces a text once. */
export function useSay(): (text: string) => void {
  return useContext(Context)
}
