import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Api } from './api.ts'

const Context = createContext<Api | undefined>(undefined)

export const ApiProvider = Context.Provider

export function useApi(): Api {
  const api = useContext(Context)
  if (!api) throw new Error('outside of the signed-in part')
  return api
}

export function useSession() {
  const api = useApi()
  return useQuery({ queryKey: ['session'], queryFn: () => api.session(), staleTime: 60_000 })
}

export function useProjects() {
  const api = useApi()
  return useQuery({ queryKey: ['projects'], queryFn: () => api.projects() })
}

/** Whether the operator's token may change anything; false until the gateway has answered. */
export function useMayWrite(): boolean {
  return useSession().data?.scope === 'write'
}
