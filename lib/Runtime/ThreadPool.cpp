//===- ThreadPool.cpp - Parallel loops ------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop at a time is open to the pool's threads. They join it, take chunks
// from a shared counter until there is none, and leave. The thread that started
// the loop does the same, then closes the loop and waits for those that joined;
// a thread that wakes up too late finds the loop closed and costs nothing. This
// is why a short loop does not pay for waking every thread.
//
// `ticket` is the whole protocol: the number of the loop, whether it is open,
// and how many threads are in it. A thread joins with a compare-and-swap on an
// open ticket, so the loop's description cannot change under it: it is written
// only while the ticket is closed and empty.
//
// A thread without work spins for `spinNanoseconds`, in which the next loop of
// a running program is likely to come, and then sleeps.
//
//===----------------------------------------------------------------------===//

#include "FloatMode.h"
#include "Futex.h"
#include "RunningKernel.h"
#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/Measure.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <pthread.h>
#if defined(__linux__)
#include <sched.h>
#else
#include <unistd.h>
#endif

using namespace tile;

namespace {
constexpr int64_t maxThreads = TILE_CPU_MAX_THREADS;
constexpr int64_t spinNanoseconds = 50000;
constexpr int64_t chunksPerThread = 8;

int64_t countUsableCPUs() {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::clamp<int64_t>(CPU_COUNT(&set), 1, maxThreads);
  return 1;
#else
  return std::clamp<int64_t>(sysconf(_SC_NPROCESSORS_ONLN), 1, maxThreads);
#endif
}

void pauseThread() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Spins until `isDone` holds, for `nanoseconds` at most. Returns whether it
/// holds.
template <typename Predicate>
bool spinUntil(int64_t nanoseconds, Predicate isDone) {
  if (isDone())
    return true;
  if (nanoseconds <= 0)
    return false;
  int64_t deadline = tile_clock_ns() + nanoseconds;
  do {
    // The clock costs as much as a few looks at the predicate.
    for (int i = 0; i < 32; ++i) {
      if (isDone())
        return true;
      pauseThread();
    }
  } while (tile_clock_ns() < deadline);
  return false;
}

//===----------------------------------------------------------------------===//
// The ticket
//===----------------------------------------------------------------------===//

/// Bits 0-15: threads in the loop. Bit 16: open. Bits 32-63: number.
using Ticket = uint64_t;
constexpr Ticket openBit = uint64_t(1) << 16;

bool isOpen(Ticket ticket) { return ticket & openBit; }
uint32_t numberOf(Ticket ticket) { return static_cast<uint32_t>(ticket >> 32); }
uint32_t membersOf(Ticket ticket) { return ticket & 0xFFFF; }
Ticket openTicket(uint32_t number) { return Ticket(number) << 32 | openBit; }

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

/// A parallel loop.
struct Loop {
  TileCPUBody body;
  void *context;
  int64_t count;
  int64_t chunk;
  int64_t numChunks;
  TileStatus *status;
  FloatMode floatMode;
};

class ThreadPool {
public:
  static ThreadPool &get();

  /// Runs the loop on the pool's threads; false if another thread is using the
  /// pool.
  bool tryRun(const Loop &request);

  std::atomic<int64_t> wantedThreads{countUsableCPUs()};

private:
  /// What a thread is started with.
  struct Member {
    ThreadPool *pool;
    int64_t worker;
    pthread_t handle;
  };

  ThreadPool();
  static void *startMember(void *member);
  static void startChild();

  void resize(int64_t threads);
  void shrink(int64_t threads);
  bool addMember();

  void run(const Loop &request);
  void wakeSleepers(int64_t helpers);
  void waitForMembers();

  void work(int64_t worker);
  bool hasWork(int64_t worker, uint32_t lastNumber) const;
  void sleepUntilWork(int64_t worker, uint32_t lastNumber);
  bool join(uint32_t &lastNumber);
  void leave();

  void takeChunks(int64_t worker);

  // Written by every thread of a loop, each on its own cache line.
  alignas(64) std::atomic<Ticket> ticket{0};
  alignas(64) std::atomic<int64_t> nextChunk{0};

  /// Read by the threads of a loop.
  alignas(64) Loop loop{};
  std::atomic<int64_t> numThreads{1};
  std::atomic<int64_t> spinLimit{0};

  alignas(64) std::atomic<bool> isBusy{false};
  uint32_t loopNumber = 0;
  Member members[maxThreads];

  /// Sleeping threads wait for a change of `wakeCount`; the thread that started
  /// the loop waits while `isStarterAsleep` is 1.
  alignas(64) std::atomic<uint32_t> wakeCount{0};
  std::atomic<int64_t> numSleepers{0};
  std::atomic<uint32_t> isStarterAsleep{0};
};
} // namespace

ThreadPool &ThreadPool::get() {
  // Never destroyed: threads may still look at it while the process exits.
  static ThreadPool *pool = new ThreadPool;
  return *pool;
}

ThreadPool::ThreadPool() { pthread_atfork(nullptr, nullptr, startChild); }

/// The child of a fork has the memory of the pool but not its threads.
void ThreadPool::startChild() {
  ThreadPool &pool = get();
  pool.numThreads = 1;
  pool.ticket = 0;
  pool.numSleepers = 0;
  pool.isStarterAsleep = 0;
  pool.isBusy = false;
}

//===----------------------------------------------------------------------===//
// Growing and shrinking, by the thread that holds `isBusy`
//===----------------------------------------------------------------------===//

void ThreadPool::resize(int64_t threads) {
  if (threads < numThreads)
    shrink(threads);
  while (numThreads < threads)
    if (!addMember())
      break;
  // More threads than CPUs would spin in each other's way.
  spinLimit = threads <= countUsableCPUs() ? spinNanoseconds : 0;
}

void ThreadPool::shrink(int64_t threads) {
  int64_t before = numThreads.exchange(threads);
  wakeCount.fetch_add(1);
  futexWake(wakeCount, static_cast<int32_t>(before));
  for (int64_t worker = threads; worker < before; ++worker)
    pthread_join(members[worker].handle, nullptr);
}

/// Returns false if the system has no thread to give.
bool ThreadPool::addMember() {
  int64_t worker = numThreads;
  Member &member = members[worker];
  member = {this, worker, {}};
  // The new thread ends at once if it finds itself beyond the pool's size.
  numThreads = worker + 1;
  if (pthread_create(&member.handle, nullptr, startMember, &member) == 0)
    return true;
  numThreads = worker;
  return false;
}

void *ThreadPool::startMember(void *member) {
  auto *self = static_cast<Member *>(member);
  self->pool->work(self->worker);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The thread that starts a loop
//===----------------------------------------------------------------------===//

bool ThreadPool::tryRun(const Loop &request) {
  if (isBusy.exchange(true, std::memory_order_acquire))
    return false;
  int64_t wanted = wantedThreads.load(std::memory_order_relaxed);
  if (wanted != numThreads.load(std::memory_order_relaxed))
    resize(wanted);
  run(request);
  isBusy.store(false, std::memory_order_release);
  return true;
}

void ThreadPool::run(const Loop &request) {
  loop = request;
  nextChunk.store(0, std::memory_order_relaxed);
  ticket.store(openTicket(++loopNumber));
  wakeSleepers(
      std::min(numThreads.load(std::memory_order_relaxed), request.numChunks) -
      1);
  takeChunks(/*worker=*/0);
  ticket.fetch_and(~openBit);
  waitForMembers();
}

/// Wakes sleeping threads if those awake are fewer than `helpers`.
void ThreadPool::wakeSleepers(int64_t helpers) {
  // Sequentially consistent with sleepUntilWork: either this sees the sleeper,
  // or the sleeper sees the open ticket.
  int64_t asleep = numSleepers.load();
  int64_t awake = numThreads.load(std::memory_order_relaxed) - 1 - asleep;
  int64_t needed = std::min(asleep, helpers - awake);
  if (needed <= 0)
    return;
  wakeCount.fetch_add(1);
  futexWake(wakeCount, static_cast<int32_t>(needed));
}

void ThreadPool::waitForMembers() {
  auto isEmpty = [&] { return membersOf(ticket.load()) == 0; };
  if (spinUntil(spinLimit.load(std::memory_order_relaxed), isEmpty))
    return;
  while (true) {
    isStarterAsleep.store(1);
    if (isEmpty())
      break;
    futexWait(isStarterAsleep, 1);
  }
  isStarterAsleep.store(0);
}

//===----------------------------------------------------------------------===//
// The pool's threads
//===----------------------------------------------------------------------===//

void ThreadPool::work(int64_t worker) {
  uint32_t lastNumber = 0;
  auto isReady = [&] { return hasWork(worker, lastNumber); };
  while (worker < numThreads.load(std::memory_order_relaxed)) {
    if (!spinUntil(spinLimit.load(std::memory_order_relaxed), isReady)) {
      sleepUntilWork(worker, lastNumber);
      continue;
    }
    if (!join(lastNumber))
      continue;
    FloatMode before = getFloatMode();
    setFloatMode(loop.floatMode);
    takeChunks(worker);
    setFloatMode(before);
    leave();
  }
}

/// Whether there is a loop that the thread has not joined yet, or the thread
/// is to end.
bool ThreadPool::hasWork(int64_t worker, uint32_t lastNumber) const {
  Ticket current = ticket.load();
  return (isOpen(current) && numberOf(current) != lastNumber) ||
         worker >= numThreads.load();
}

void ThreadPool::sleepUntilWork(int64_t worker, uint32_t lastNumber) {
  numSleepers.fetch_add(1);
  uint32_t count = wakeCount.load();
  if (!hasWork(worker, lastNumber))
    futexWait(wakeCount, count);
  numSleepers.fetch_sub(1);
}

/// Joins the open loop, if there is one with another number.
bool ThreadPool::join(uint32_t &lastNumber) {
  Ticket current = ticket.load();
  while (isOpen(current) && numberOf(current) != lastNumber) {
    if (!ticket.compare_exchange_weak(current, current + 1))
      continue;
    lastNumber = numberOf(current);
    return true;
  }
  return false;
}

void ThreadPool::leave() {
  Ticket after = ticket.fetch_sub(1) - 1;
  if (isOpen(after) || membersOf(after) != 0)
    return;
  // The starter may have gone on to another loop by now; it then only looks
  // once more at the ticket.
  if (isStarterAsleep.exchange(0) == 1)
    futexWake(isStarterAsleep, 1);
}

/// Runs chunks until none is left or the kernel has failed.
void ThreadPool::takeChunks(int64_t worker) {
  RunningKernelScope scope(loop.status, /*loopDepth=*/1);
  while (loadStatusCode(loop.status) == TILE_STATUS_OK) {
    int64_t index = nextChunk.fetch_add(1, std::memory_order_relaxed);
    if (index >= loop.numChunks)
      return;
    int64_t begin = index * loop.chunk;
    loop.body(loop.context, begin,
              begin + std::min(loop.chunk, loop.count - begin), worker);
  }
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

/// Runs the loop on the calling thread.
static void runAlone(const Loop &loop) {
  RunningKernelScope scope(loop.status, runningKernel.loopDepth + 1);
  for (int64_t index = 0; index < loop.numChunks; ++index) {
    if (loadStatusCode(loop.status) != TILE_STATUS_OK)
      return;
    int64_t begin = index * loop.chunk;
    loop.body(loop.context, begin,
              begin + std::min(loop.chunk, loop.count - begin), /*worker=*/0);
  }
}

void tile_cpu_parallel_for(TileCPUBody body, void *context, int64_t count,
                           int64_t chunk) {
  if (!body || count <= 0)
    return;
  ThreadPool &pool = ThreadPool::get();
  int64_t threads = pool.wantedThreads.load(std::memory_order_relaxed);
  if (chunk <= 0)
    chunk = std::max<int64_t>(1, count / (threads * chunksPerThread));
  chunk = std::min(chunk, count);
  int64_t numChunks = count / chunk + (count % chunk != 0);
  Loop loop = {body,          context,   count,
               chunk,         numChunks, runningKernel.status,
               getFloatMode()};
  bool isAlone = numChunks == 1 || threads == 1 || runningKernel.loopDepth > 0;
  if (isAlone || !pool.tryRun(loop))
    runAlone(loop);
}

int64_t tile_cpu_set_num_threads(int64_t threads) {
  threads =
      threads <= 0 ? countUsableCPUs() : std::min<int64_t>(threads, maxThreads);
  ThreadPool::get().wantedThreads.store(threads, std::memory_order_relaxed);
  return threads;
}

int64_t tile_cpu_get_num_threads(void) {
  return ThreadPool::get().wantedThreads.load(std::memory_order_relaxed);
}
