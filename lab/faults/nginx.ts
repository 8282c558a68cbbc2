import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Proxy = { stop(): Promise<void> }

/** Starts nginx as a CDN that caches what the shop's headers allow; `x-cache: HIT` marks responses from the cache. */
export function startCache(port: number, backends: number[], room: string): Promise<Proxy> {
  return nginx(port, backends, room, {
    http: `proxy_cache_path ${room}/kept keys_zone=kept:1m;`,
    location:
      'proxy_cache kept; proxy_cache_revalidate on; add_header x-cache $upstream_cache_status always;',
  })
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

/** Additional directives. */
type More = { http: string; location: string }

async function nginx(port: number, backends: number[], room: string, more?: More): Promise<Proxy> {
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
  while (!(await isReady(port))) await pause(20)
  const stop = async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
  return { stop }
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

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}
