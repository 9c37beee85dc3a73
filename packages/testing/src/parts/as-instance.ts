/**
 * Converts data to class instances, as many published wallets return them: members are getters and
 * methods of a prototype over a private field. Such an instance has no own properties, so copying
 * them copies nothing, and a method called without its object throws. Items of lists are converted
 * too; existing instances stay as they are.
 */
export function asInstance<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => asInstance(item)) as T
  if (!isPlain(value)) return value
  class MemberHolder {
    readonly #members: object
    constructor(members: object) {
      this.#members = members
    }
    static membersOf(instance: unknown): object {
      return (instance as MemberHolder).#members
    }
  }
  for (const key of Reflect.ownKeys(value)) {
    const ownDescriptor = Object.getOwnPropertyDescriptor(value, key)
    const method = ownDescriptor?.value
    const member: PropertyDescriptor =
      typeof method === 'function'
        ? {
            value(this: unknown, ...args: readonly unknown[]): unknown {
              const answer: unknown = Reflect.apply(method, MemberHolder.membersOf(this), args)
              return answer instanceof Promise
                ? answer.then((resolved) => asInstance(resolved))
                : answer
            },
          }
        : {
            get(this: unknown): unknown {
              return asInstance(Reflect.get(MemberHolder.membersOf(this), key))
            },
          }
    Object.defineProperty(MemberHolder.prototype, key, { configurable: true, ...member })
  }
  return new MemberHolder(value) as T
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
