import { Account } from '../account'

export const runtime = 'edge'

export default function EdgePage() {
  return (
    <>
      <h1>Rendered at the edge</h1>
      <Account />
    </>
  )
}
