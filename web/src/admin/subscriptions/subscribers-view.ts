export const subscriberTiers = ['all', 'basic', 'premium'] as const
const sorts = ['nextBilling', 'started', 'mrr'] as const
export type SubscribersSort = (typeof sorts)[number]

/** What stands in the address of the list of subscribers. Anything that is not understood is left out. */
export interface SubscribersView {
  readonly tier: (typeof subscriberTiers)[number]
  readonly sort: SubscribersSort
  readonly order: 'asc' | 'desc'
}

const among = <Value extends string>(values: readonly Value[], value: string | null, otherwise: Value): Value =>
  values.find((known) => known === value) ?? otherwise

export const viewFrom = (search: URLSearchParams): SubscribersView => ({
  tier: among(subscriberTiers, search.get('tier'), 'all'),
  sort: among(sorts, search.get('sort'), 'nextBilling'),
  order: among(['asc', 'desc'], search.get('order'), 'asc'),
})
