import type { UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'

export const ShowMore = ({
  list,
}: {
  list: Pick<UseSuspenseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
}) =>
  list.hasNextPage && (
    <div className="grid justify-items-center gap-2">
      {list.isFetchNextPageError && (
        <p role="alert" className="text-sm text-muted">
          The next ones could not be loaded.
        </p>
      )}
      <Button
        variant="secondary"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
        busy="Loading..."
        label="Show more"
      />
    </div>
  )
