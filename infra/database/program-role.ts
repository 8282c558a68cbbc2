import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Grants a role what the running program needs. It cannot change audit entries or migrate. */
export async function grantProgramRole(db: Db, role: string): Promise<void> {
  const name = sql.id(role)
  const data = sql`select, insert, update, delete`
  const statements = [
    sql`grant usage on schema public to ${name}`,
    sql`grant ${data} on all tables in schema public to ${name}`,
    sql`grant usage on all sequences in schema public to ${name}`,
    // Tables of later migrations.
    sql`alter default privileges in schema public grant ${data} on tables to ${name}`,
    sql`alter default privileges in schema public grant usage on sequences to ${name}`,
    sql`revoke update, delete on audit_log from ${name}`,
    sql`revoke insert, update, delete on audit_chain from ${name}`,
    sql`revoke update on audit_origins from ${name}`,
    // The job queue creates and changes its tables.
    sql`create schema if not exists pgboss`,
  ]
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx)
    for (const change of await queueOwnership(trx, role)) await sql.raw(change).execute(trx)
  })
}

async function queueOwnership(db: Db, role: string): Promise<string[]> {
  const { rows } = await sql<{ change: string }>`
    select format('alter %s %s owner to %I', kind, name, ${role}::text) as change from (
      select 1 as step, 'schema' as kind, 'pgboss' as name
      union all
      select 2, case relkind when 'v' then 'view' else 'table' end, format('%I.%I', 'pgboss', relname)
      from pg_class where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v')
      union all
      -- A sequence of an identity column follows its table.
      select 3, 'sequence', format('%I.%I', 'pgboss', relname)
      from pg_class where relnamespace = 'pgboss'::regnamespace and relkind = 'S'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))
      union all
      select 4, 'type', format('%I.%I', 'pgboss', typname)
      from pg_type where typnamespace = 'pgboss'::regnamespace and typtype = 'e'
      union all
      select 5, 'routine', oid::regprocedure::text from pg_proc where pronamespace = 'pgboss'::regnamespace
    ) as objects order by step`.execute(db)
  return rows.map(({ change }) => change)
}
