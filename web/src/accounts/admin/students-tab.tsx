import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '@medicready/domain/accounts/shown/rules'
import { type Tier, tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { StudentInvitation } from '@medicready/domain/contract/accounts/admin-forms'
import { useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, useAsOf, useFilters } from '../../dashboards/address.ts'
import { moneyOf, numberOf } from '../../dashboards/amounts.ts'
import { SearchField } from '../../dashboards/filters.tsx'
import { Panel, TabPage } from '../../dashboards/panel.tsx'
import { adminQuery, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ExportPeople, ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { Figures, WhyFigure } from '../../dashboards/why.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { filterOf, StudentsTable, type StudentsView, statusOptions, studentsQuery, tierOptions, viewFrom } from './students-table.tsx'

const businessMetricsQuery = (asOf: AsOf) => adminQuery('GET /api/admin/business-metrics', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf, { search }) => {
  void queries.prefetchQuery(businessMetricsQuery(asOf))
  void queries.prefetchInfiniteQuery(studentsQuery(viewFrom(search, asOf), asOf))
})

export default function StudentsTab() {
  const asOf = useAsOf()
  const [view, change] = useFilters(viewFrom)
  return (
    <TabPage
      title="Students"
      actions={
        <>
          <ExportPeople
            table="students"
            file={(exportId) => api('GET /api/admin/students.csv', { query: { ...filterOf(view, asOf), exportId } })}
          />
          <InviteButton />
        </>
      }
    >
      <Loaded skeleton={<Skeleton className="h-20" />} failure="The business figures could not be loaded.">
        <BusinessFigures />
      </Loaded>
      <Panel title="All students">
        <Filters view={view} onChange={change} />
        <Loaded skeleton={<SkeletonRows rows={10} className="mb-2 h-11" />} failure="The students could not be loaded.">
          <StudentsTable
            view={view}
            onSort={(sort, order) => change({ sort, order })}
            onShowAll={() => change({ search: '', status: 'all', tier: 'all' })}
          />
        </Loaded>
      </Panel>
    </TabPage>
  )
}

function BusinessFigures() {
  const { data: metrics } = useSuspenseQuery(businessMetricsQuery(useAsOf()))
  const { totalRevenue, activeStudents, totalSessions, averageRating } = metrics
  return (
    <Figures>
      <WhyFigure term="Total revenue" note="Payments minus refunds" facts="revenue" value={moneyOf(totalRevenue)} />
      <WhyFigure term="Active students" note="Answered in the last 14 days" facts="activeStudents" value={numberOf(activeStudents)} />
      <WhyFigure term="Tutoring sessions" note="Held" facts="sessions" value={numberOf(totalSessions)} />
      <WhyFigure
        term="Average rating"
        note="Of tutoring sessions, 1 to 5"
        facts={[{ figure: 'stars' }, { figure: 'ratings' }]}
        how="The average of all ratings."
        value={averageRating === null ? '–' : averageRating.toFixed(1)}
      />
    </Figures>
  )
}

const statusWords = { all: 'All', active: 'Active', inactive: 'Inactive' } as const

const Filters = ({ view, onChange }: { view: StudentsView; onChange: (changed: Partial<StudentsView>) => void }) => (
  <search className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
    <SearchField label="Name or email" value={view.search} onSearch={(search) => onChange({ search })} />
    <SelectField
      label="Status"
      value={view.status}
      options={statusOptions}
      word={(status) => statusWords[status]}
      onChange={(status) => onChange({ status })}
    />
    <SelectField
      label="Plan"
      value={view.tier}
      options={tierOptions}
      word={(tier) => (tier === 'all' ? 'All' : tiers[tier].label)}
      onChange={(tier) => onChange({ tier })}
    />
  </search>
)

const blank: { email: string; firstName: string; lastName: string; tier: Tier } = { email: '', firstName: '', lastName: '', tier: 'free' }

function InviteButton() {
  const invite = useAdminWrite('POST /api/admin/students')
  return (
    <ReasonButton
      variant="primary"
      icon={UserPlus}
      button="Create"
      title="Create a student"
      description="We email them an invitation. Setting a password through its link verifies the address."
      confirm="Create"
      initial={blank}
      schema={StudentInvitation}
      onConfirm={async (body) => {
        await invite.mutateAsync({ body })
        return { title: 'Student created', description: `${body.email} was invited by email to set a password.` }
      }}
    >
      {({ field }) => (
        <>
          <TextField {...field('email')} label="Email" type="email" autoComplete="off" maxLength={MAX_EMAIL_LENGTH} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('firstName')} label="First name" maxLength={MAX_NAME_LENGTH} />
            <TextField {...field('lastName')} label="Last name" maxLength={MAX_NAME_LENGTH} />
          </div>
          <SelectField {...field('tier')} label="Plan" options={tierNames} word={(name) => tiers[name].label} />
        </>
      )}
    </ReasonButton>
  )
}
