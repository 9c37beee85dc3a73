import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, useMemo, useState } from 'react'
import { type ApiFault, createApi, toFault } from './api/api.ts'
import { ApiProvider } from './api/api-context.tsx'
import { tokenStore } from './api/token-store.ts'
import { SignIn } from './SignIn.tsx'
import { Shell } from './shell/Shell.tsx'

/** Why the session ended, for display. */
interface EndedSession {
  readonly fault: ApiFault
}

export function App(): ReactElement {
  const [token, setToken] = useState(tokenStore.read)
  const [ended, setEnded] = useState<EndedSession>()
  const queryClient = useMemo(() => {
    // Each token gets a new, empty cache, because another token may belong to another gateway.
    void token
    return new QueryClient({
      defaultOptions: {
        queries: {
          staleTime: 10_000,
          refetchOnWindowFocus: true,
          // A call that did not reach the gateway is tried again twice; a call that it refused is
          // not.
          retry: (count, error) => toFault(error).code === 'unreachable' && count < 2,
        },
      },
    })
  }, [token])
  const signOut = (fault?: ApiFault): void => {
    tokenStore.write(undefined)
    setToken(undefined)
    setEnded(fault && { fault })
  }
  const api = useMemo(
    () =>
      token
        ? createApi(token, (fault) => {
            tokenStore.write(undefined)
            setToken(undefined)
            setEnded({ fault })
          })
        : undefined,
    [token],
  )
  if (!api)
    return (
      <SignIn
        fault={ended?.fault}
        onSignedIn={(next) => {
          tokenStore.write(next)
          setEnded(undefined)
          setToken(next)
        }}
      />
    )
  return (
    <QueryClientProvider client={queryClient}>
      <ApiProvider value={api}>
        <Shell onSignOut={() => signOut()} />
      </ApiProvider>
    </QueryClientProvider>
  )
}
