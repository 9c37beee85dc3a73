import { and, asc, count, eq, inArray, like, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { nameAddresses, names } from '../../data/names-schema.ts'
import type { Sql } from '../../data/sql.ts'

export interface StoredName {
  readonly name: string
  readonly owner: Hex
  readonly attributes: Readonly<Record<string, string>>
  readonly registeredAt: Date
  readonly updatedAt: Date
  /** Addresses to which the name resolves, with their coin types, oldest first. */
  readonly addresses: readonly {
    readonly coinType: number
    readonly address: Hex
    readonly createdAt: Date
  }[]
}

export interface NewName {
  readonly name: string
  /** The look of the name's label (see `makeSkeleton`), followed by the zone. */
  readonly skeleton: string
  readonly owner: Hex
  readonly attributes: Readonly<Record<string, string>>
  readonly coinTypes: readonly number[]
  /** Time at which the owner's message was signed, in seconds since the epoch. */
  readonly signedAt: number
  readonly at: Date
}

/**
 * A change of a name. The time `signedAt` of the owner's message (seconds since the epoch) must be
 * later than that of the last change.
 */
export interface NameChange {
  readonly signedAt: number
  readonly at: Date
  readonly attributes?: Readonly<Record<string, string>>
  readonly address?: { readonly coinType: number; readonly address: Hex }
}

/** The zone's names in the tables `names` and `name_addresses`. */
export interface NameStore {
  find(name: string): Promise<StoredName | undefined>
  ownedBy(owner: Hex): Promise<readonly StoredName[]>
  /** Returns those of the given skeletons (see `makeSkeleton`) that belong to existing names. */
  findTaken(skeletons: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Registers a name. Of several requests at once for a name and its look-alikes, one succeeds. An
   * owner gets at most `maxPerOwner` names of one zone.
   */
  insert(newName: NewName, maxPerOwner: number): Promise<'made' | 'taken' | 'enough'>
  /** Changes a name; false when a message that is as new or newer has changed it already. */
  change(name: string, change: NameChange): Promise<boolean>
}

export function nameStore(db: Sql): NameStore {
  const readNames = async (condition: ReturnType<typeof eq>): Promise<readonly StoredName[]> => {
    const rows = await db
      .select()
      .from(names)
      .leftJoin(nameAddresses, eq(nameAddresses.name, names.name))
      .where(condition)
      .orderBy(
        asc(names.registeredAt),
        asc(names.name),
        asc(nameAddresses.createdAt),
        asc(nameAddresses.coinType),
      )
    const rowsByName = new Map(rows.map(({ names: { name }, names: row }) => [name, row]))
    return [...rowsByName.values()].map((row) => ({
      ...row,
      addresses: rows.flatMap(({ name_addresses: one }) =>
        one?.name === row.name
          ? [{ coinType: Number(one.coinType), address: one.address, createdAt: one.createdAt }]
          : [],
      ),
    }))
  }
  return {
    find: async (name) => (await readNames(eq(names.name, name)))[0],
    ownedBy: (owner) => readNames(eq(names.owner, owner)),
    async findTaken(skeletons) {
      if (skeletons.length === 0) return new Set()
      const rows = await db
        .select({ skeleton: names.skeleton })
        .from(names)
        .where(inArray(names.skeleton, [...skeletons]))
      return new Set(rows.map(({ skeleton }) => skeleton))
    },
    insert: ({ coinTypes, signedAt, at, ...row }, maxPerOwner) =>
      db.transaction(async (tx) => {
        // The owner is locked because two registrations at once could otherwise both pass the
        // limit.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`names of ${row.owner}`}))`)
        const zone = row.name.slice(row.name.indexOf('.'))
        const [owned] = await tx
          .select({ count: count() })
          .from(names)
          .where(and(eq(names.owner, row.owner), like(names.name, `%${zone}`)))
        if ((owned?.count ?? 0) >= maxPerOwner) return 'enough'
        const insertedRows = await tx
          .insert(names)
          .values({ ...row, registeredAt: at, updatedAt: at, signedAt: `${signedAt}` })
          .onConflictDoNothing()
          .returning({ name: names.name })
        if (insertedRows.length === 0) return 'taken'
        await tx.insert(nameAddresses).values(
          coinTypes.map((coin) => ({
            name: row.name,
            coinType: `${coin}`,
            address: row.owner,
            createdAt: at,
          })),
        )
        return 'made'
      }),
    change: (name, { signedAt, at, attributes, address }) =>
      db.transaction(async (tx) => {
        const updatedRows = await tx
          .update(names)
          .set({ signedAt: `${signedAt}`, updatedAt: at, ...(attributes && { attributes }) })
          .where(and(eq(names.name, name), sql`${names.signedAt}::bigint < ${signedAt}`))
          .returning({ name: names.name })
        if (updatedRows.length === 0) return false
        if (!address) return true
        const row = {
          name,
          coinType: `${address.coinType}`,
          address: address.address,
          createdAt: at,
        }
        await tx
          .insert(nameAddresses)
          .values(row)
          .onConflictDoUpdate({ target: [nameAddresses.name, nameAddresses.coinType], set: row })
        return true
      }),
  }
}
