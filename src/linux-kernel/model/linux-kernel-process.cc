// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-process.h"

#include "../agent/linux-kernel-page.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace ns3
{

namespace
{

constexpr const char* CONSOLE = "/console"; ///< in the folder
constexpr const char* REPORTS = "/reports"; ///< in the folder

/// @param what failed
/// @throws std::runtime_error with the reason
[[noreturn]] void
Fail(const std::string& what)
{
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// @param folder with all that is in it
void
Remove(const std::string& folder)
{
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

/// @param texts arguments or variables
/// @return the same as execve() takes them
std::vector<char*>
GetPointers(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    std::ranges::transform(texts, std::back_inserter(pointers), [](auto& text) {
        return text.data();
    });
    pointers.push_back(nullptr);
    return pointers;
}

/// Close all files but the standard ones and one more.
/// @param kept a file
void
CloseOthers(int kept)
{
    close_range(3, static_cast<unsigned>(kept) - 1, 0);
    close_range(static_cast<unsigned>(kept) + 1, ~0U, 0);
}

/// Become the kernel. Its console says why, if that fails.
/// @param arguments of the kernel, with a null pointer at the end
/// @param environment of the kernel, with a null pointer at the end
/// @param folder its working directory
/// @param end stays open as long as it lives
[[noreturn]] void
Execute(const std::vector<char*>& arguments,
        const std::vector<char*>& environment,
        const std::string& folder,
        int end)
{
    const int nothing = open("/dev/null", O_RDONLY);
    const int console = open((folder + CONSOLE).c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(nothing, STDIN_FILENO);
    dup2(console, STDOUT_FILENO);
    dup2(console, STDERR_FILENO);
    CloseOthers(end);
    fcntl(end, F_SETFD, 0);
    // The simulation may ignore or block signals that the kernel needs, and the guard ignores some.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM})
    {
        signal(number, SIG_DFL);
    }
    // The kernel's memory begins where its own program ends, which must not be random.
    personality(ADDR_NO_RANDOMIZE);
    if (chdir(folder.c_str()) == 0)
    {
        execve(arguments.front(), arguments.data(), environment.data());
    }
    const std::string reason = std::string("cannot be executed: ") + std::strerror(errno) + "\n";
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, reason.data(), reason.size());
    _exit(127);
}

/// Wait for the end of the simulation or of the kernel, and end what is left of the kernel: its
/// programs are processes, which it leaves behind if it is killed.
/// @param life read end of the pipe from the simulation
/// @param kernel process and process group of the kernel
/// @param folder of the kernel
[[noreturn]] void
Guard(int life, pid_t kernel, const std::string& folder)
{
    const int end = static_cast<int>(syscall(SYS_pidfd_open, kernel, 0));
    if (end >= 0)
    {
        pollfd files[] = {{life, POLLIN, 0}, {end, POLLIN, 0}};
        while (poll(files, 2, -1) < 0 && errno == EINTR)
        {
        }
        kill(-kernel, SIGKILL);
    }
    char byte;
    while (read(life, &byte, 1) < 0 && errno == EINTR)
    {
    }
    kill(-kernel, SIGKILL);
    // The kernel's own children have become those of the guard.
    while (wait(nullptr) > 0 || errno == EINTR)
    {
    }
    Remove(folder);
    _exit(0);
}

} // namespace

LinuxKernelProcess::LinuxKernelProcess()
{
    const char* variable = std::getenv("TMPDIR");
    const std::string parent = variable && *variable ? variable : "/tmp";
    // The kernel mounts its own files there before it starts the agent from the folder.
    if ((std::filesystem::weakly_canonical(parent) / "").string().starts_with("/dev/"))
    {
        throw std::runtime_error("TMPDIR=" + parent + ": expected a folder outside /dev");
    }
    m_folder = parent + "/lasthop-kernel-XXXXXX";
    if (!mkdtemp(m_folder.data()))
    {
        Fail(m_folder);
    }
    m_folder = std::filesystem::absolute(m_folder);
    try
    {
        MapPage();
    }
    catch (const std::runtime_error&)
    {
        Remove(m_folder);
        throw;
    }
}

LinuxKernelProcess::~LinuxKernelProcess()
{
    for (const int fd : {m_lifeFd, m_endFd, m_reportsFd})
    {
        if (fd >= 0)
        {
            close(fd);
        }
    }
    while (m_guard > 0 && waitpid(m_guard, nullptr, 0) < 0 && errno == EINTR)
    {
    }
    munmap(m_page, sizeof(*m_page));
    Remove(m_folder);
}

void
LinuxKernelProcess::MapPage()
{
    const std::string path = m_folder + "/" KERNEL_PAGE_FILE;
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    void* page = MAP_FAILED;
    // On a full disk, access to a page that has no block would end the simulation with a signal.
    int reason = fd >= 0 ? posix_fallocate(fd, 0, sizeof(*m_page)) : errno;
    if (reason == 0)
    {
        page = mmap(nullptr, sizeof(*m_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        reason = errno;
    }
    if (fd >= 0)
    {
        close(fd);
    }
    if (page == MAP_FAILED)
    {
        errno = reason;
        Fail(path);
    }
    m_page = static_cast<kernel_page*>(page);
    m_page->layout = KERNEL_PAGE_LAYOUT;
}

kernel_page&
LinuxKernelProcess::GetPage() const
{
    return *m_page;
}

const std::string&
LinuxKernelProcess::GetFolder() const
{
    return m_folder;
}

void
LinuxKernelProcess::Start(const std::vector<std::string>& command,
                          const std::vector<std::string>& environment)
{
    std::vector<std::string> commandTexts = command;
    std::vector<std::string> environmentTexts = environment;
    const std::vector<char*> arguments = GetPointers(commandTexts);
    const std::vector<char*> variables = GetPointers(environmentTexts);
    m_reportsFd =
        open((m_folder + REPORTS).c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (m_reportsFd < 0)
    {
        Fail(m_folder + REPORTS);
    }
    int life[2];
    int end[2];
    if (pipe2(life, O_CLOEXEC) != 0)
    {
        Fail("pipe");
    }
    if (pipe2(end, O_CLOEXEC) != 0)
    {
        close(life[0]);
        close(life[1]);
        Fail("pipe");
    }
    m_guard = fork();
    if (m_guard == 0)
    {
        // A signal for the simulation's process group, as by Ctrl-C, is not for the guard.
        setpgid(0, 0);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        // Nor is one for all processes of the simulation's name, as by pkill.
        prctl(PR_SET_NAME, "lasthop-guard");
        for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM})
        {
            signal(number, SIG_IGN);
        }
        const pid_t kernel = fork();
        if (kernel == 0)
        {
            // The kernel and its processes are a group, which the guard ends.
            setpgid(0, 0);
            Execute(arguments, variables, m_folder, end[1]);
        }
        setpgid(kernel, kernel);
        CloseOthers(life[0]);
        Guard(life[0], kernel, m_folder);
    }
    close(life[0]);
    close(end[1]);
    m_lifeFd = life[1];
    m_endFd = end[0];
    if (m_guard < 0)
    {
        Fail("fork");
    }
}

bool
LinuxKernelProcess::HasEnded(int patience) const
{
    pollfd end{m_endFd, POLLIN, 0};
    return poll(&end, 1, patience) > 0;
}

std::string
LinuxKernelProcess::ReadConsole() const
{
    std::ifstream file(m_folder + CONSOLE);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string>
LinuxKernelProcess::ReadReports()
{
    std::vector<std::string> lines;
    char bytes[4096];
    ssize_t count;
    while ((count = read(m_reportsFd, bytes, sizeof(bytes))) > 0)
    {
        m_report.append(bytes, static_cast<std::size_t>(count));
    }
    std::size_t end;
    while ((end = m_report.find('\n')) != std::string::npos)
    {
        lines.push_back(m_report.substr(0, end));
        m_report.erase(0, end + 1);
    }
    return lines;
}

} // namespace ns3
