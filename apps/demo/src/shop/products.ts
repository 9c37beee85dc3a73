export type Shape = 'cup' | 'bowl' | 'vase' | 'plate' | 'teapot' | 'candle'

export interface Product {
  readonly id: Shape
  readonly name: string
  readonly detail: string
  /** Price in base units of USDC. */
  readonly price: bigint
}

const unitsPerDollar = 1_000_000n

export const products: readonly Product[] = [
  {
    id: 'cup',
    name: 'Harbour cup',
    detail: 'Speckled stoneware, 25 cl',
    price: 12n * unitsPerDollar,
  },
  { id: 'bowl', name: 'Noon bowl', detail: 'Ash glaze, 14 cm', price: 18n * unitsPerDollar },
  { id: 'vase', name: 'Reed vase', detail: 'Terracotta, 28 cm', price: 34n * unitsPerDollar },
  { id: 'plate', name: 'Tide plate', detail: 'Two blues, 22 cm', price: 15n * unitsPerDollar },
  { id: 'teapot', name: 'Slow teapot', detail: 'Iron glaze, 80 cl', price: 48n * unitsPerDollar },
  {
    id: 'candle',
    name: 'Evening light',
    detail: 'Candle holder, sand',
    price: 9n * unitsPerDollar,
  },
]

/** The basket: number of pieces of each product. */
export type Basket = Readonly<Partial<Record<Shape, number>>>

export function addProduct(basket: Basket, id: Shape, count: number): Basket {
  const { [id]: previousCount = 0, ...otherItems } = basket
  const newCount = Math.min(99, Math.max(0, previousCount + count))
  return newCount === 0 ? otherItems : { ...otherItems, [id]: newCount }
}

export function basketCount(basket: Basket): number {
  return Object.values(basket).reduce((sum, count) => sum + count, 0)
}

/** Total price in base units of USDC. */
export function basketTotal(basket: Basket): bigint {
  return products.reduce((sum, { id, price }) => sum + price * BigInt(basket[id] ?? 0), 0n)
}
