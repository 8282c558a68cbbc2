import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A load balancer in front of processes of the shop on this machine. */
export type Balancer = { name: string; stop(): Promise<void> }

/**
 * nginx where it is installed, else a small proxy with the same behaviour: round robin, and a request that no
 * process has accepted goes to the next.
 */
export async function startBalancer(port: number, backends: number[], room: string): Promise<Balancer> {
  return hasNginx() ? nginx(port, backends, room) : smallProxy(port, backends)
}

/** nginx that keeps what the shop's headers let it keep, as a CDN does; `x-cache: HIT` marks an answer of its own. */
export function startCache(port: number, backends: number[], room: string): Promise<Balancer> {
  return nginx(port, backends, room, {
    http: `proxy_cache_path ${room}/kept keys_zone=kept:1m;`,
    location:
      'proxy_cache kept; proxy_cache_revalidate on; add_header x-cache $upstream_cache_status always;',
  })
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

/** Directives beside those of every balancer. */
type More = { http: string; location: string }

async function nginx(port: number, backends: number[], room: string, more?: More): Promise<Balancer> {
  const file = join(room, 'nginx.conf')
  writeFileSync(file, configuration(port, backends, room, more))
  chmodSync(room, 0o777)
  const child: ChildProcess = spawn(
    'nginx',
    ['-e', join(room, 'nginx.log'), '-c', file, '-g', 'daemon off;'],
    {
      stdio: 'inherit',
    },
  )
  while (!(await answers(port))) await pause(20)
  const stop = async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
  return { name: 'nginx', stop }
}

function configuration(port: number, backends: number[], room: string, more?: More): string {
  const servers = backends.map((backend) => `server 127.0.0.1:${backend} max_fails=1 fail_timeout=1s;`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `pid ${room}/nginx.pid; worker_processes 1; events { worker_connections 1024; }
    http {
      ${places.map((place) => `${place}_temp_path ${room}/${place};`).join(' ')}
      access_log off; ${more?.http ?? ''}
      upstream shop { ${servers.join(' ')} keepalive 32; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://shop; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host; proxy_connect_timeout 2s; ${more?.location ?? 'proxy_buffering off;'}
          proxy_next_upstream error timeout non_idempotent;
        }
      }
    }`
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}

async function smallProxy(port: number, backends: number[]): Promise<Balancer> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(backends.length))
    const pass = (tries: number) => {
      turn += 1
      const options = { port: backends[turn % backends.length], path: incoming.url, method: incoming.method }
      const onward = request({ ...options, headers: incoming.headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        const isRepeatable =
          error.code === 'ECONNREFUSED' ||
          (error.code === 'ECONNRESET' && incoming.headers['idempotency-key'] !== undefined)
        if (isRepeatable && tries > 1 && !outgoing.headersSent) pass(tries - 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      onward.end(Buffer.concat(chunks))
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { name: 'small proxy', stop }
}
